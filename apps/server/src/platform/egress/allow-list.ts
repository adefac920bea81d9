import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ConfigError } from '../config/config.ts';
import { type Address, isInNetwork, type Network, parseAddress } from './addresses.ts';
import { isPort, normaliseHost, type Target } from './target.ts';

interface Rule {
  host?: string;
  network?: Network;
  /** Absent to allow all ports of the host. */
  port?: number;
}

interface AllowList {
  /** True if the operator trusts this name, whatever it resolves to. */
  allowsHost(target: Target): boolean;
  allowsAddress(address: Address, port: number): boolean;
}

function parseNetwork(entry: string): Rule | undefined {
  const [base = ''] = entry.split('/');
  if (isIP(base) === 0 || !ipaddr.isValidCIDR(entry)) return undefined;
  const [address, prefixLength] = ipaddr.parseCIDR(entry);
  return { network: [address, prefixLength] };
}

function parseHost(entry: string): Rule | undefined {
  const [, hostPart = '', portPart] = isIPv6(entry) ? ['', entry] : (/^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? []);
  const host = normaliseHost(hostPart);
  const port = portPart === undefined ? undefined : Number(portPart);
  // A wildcard would never match, so it is refused instead of being silently useless.
  if (host === undefined || host.includes('*') || (port !== undefined && !isPort(port))) return undefined;
  const address = parseAddress(host);
  return address ? { network: [address, address.kind() === 'ipv4' ? 32 : 128], port } : { host, port };
}

/** Parses EGRESS_ALLOW: a network (10.0.0.0/8), or a host or address, optionally with a port (broker.local:8883). */
export function parseAllowList(entries: readonly string[]): AllowList {
  const rules = entries.map((entry): Rule => {
    const rule = entry.includes('/') ? parseNetwork(entry) : parseHost(entry);
    if (!rule)
      throw new ConfigError(`Invalid environment value EGRESS_ALLOW: "${entry}" is no network, host or host:port`);
    return rule;
  });
  const fits = (rule: Rule, port: number) => rule.port === undefined || rule.port === port;
  return {
    allowsHost: ({ host, port }) => rules.some((rule) => rule.host === host && fits(rule, port)),
    allowsAddress: (address, port) =>
      rules.some((rule) => rule.network !== undefined && isInNetwork(address, rule.network) && fits(rule, port)),
  };
}
