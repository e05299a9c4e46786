"""Tables over the network: wire, host, peers, journal, discovery."""
