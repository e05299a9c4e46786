"""Every sentence a person reads goes through here (gettext). English is the source; catalogues lie in `locale/`."""

import gettext
from pathlib import Path

_catalogue = gettext.translation("muertos", Path(__file__).parent / "locale", fallback=True)

_ = _catalogue.gettext
ngettext = _catalogue.ngettext
