import { execFileSync } from 'node:child_process';

/** Hosts with networks of their own: namespaces of this machine's kernel on bridges, of which each can be cut off. */
export interface NetworkHost {
  /** In each network, by its number. */
  readonly addresses: readonly string[];
  /** Runs a command there: what stands before it. */
  readonly under: readonly string[];
  /** From now on nothing passes between it and that network, in silence. */
  cut(network: number): void;
  heal(network: number): void;
}

export interface Networks {
  /** This process's address in each. */
  readonly own: readonly string[];
  readonly hosts: readonly NetworkHost[];
  end(): void;
}

function ip(...args: readonly string[]): void {
  execFileSync('ip', args, { stdio: 'pipe' });
}

/** Whether namespaces and bridges can be made: by root, and not in every container. */
export function mayPartition(): boolean {
  try {
    const networks = openNetworks(1, 1);
    networks.end();
    return true;
  } catch {
    return false;
  }
}

/** Makes so many hosts, each in all of so many networks, in which this process is too. Throws where that is not allowed. */
export function openNetworks(hosts: number, networks: number): Networks {
  // Names of links have 15 characters at most.
  const own = `t${process.pid}`;
  const bridge = (network: number) => `${own}n${network}`;
  const space = (host: number) => `${own}h${host}`;
  const link = (host: number, network: number) => `${own}h${host}n${network}`;
  const address = (network: number, host: number) => `10.213.${network + 1}.${host}`;
  const all = (count: number) => Array.from({ length: count }, (_, index) => index);
  const end = () => {
    // Their links would go with the namespaces, but only when the last process there has.
    for (const host of all(hosts)) {
      for (const network of all(networks)) quietly(() => ip('link', 'del', link(host, network)));
      quietly(() => ip('netns', 'del', space(host)));
    }
    for (const network of all(networks)) quietly(() => ip('link', 'del', bridge(network)));
  };
  try {
    for (const network of all(networks)) {
      ip('link', 'add', bridge(network), 'type', 'bridge');
      ip('addr', 'add', `${address(network, 1)}/24`, 'dev', bridge(network));
      ip('link', 'set', bridge(network), 'up');
    }
    for (const host of all(hosts)) {
      ip('netns', 'add', space(host));
      ip('-n', space(host), 'link', 'set', 'lo', 'up');
      for (const network of all(networks)) {
        const inside = `eth${network}`;
        ip('link', 'add', link(host, network), 'type', 'veth', 'peer', 'name', inside, 'netns', space(host));
        ip('link', 'set', link(host, network), 'master', bridge(network), 'up');
        ip('-n', space(host), 'addr', 'add', `${address(network, 11 + host)}/24`, 'dev', inside);
        ip('-n', space(host), 'link', 'set', inside, 'up');
      }
    }
  } catch (error) {
    end();
    throw error;
  }
  return {
    own: all(networks).map((network) => address(network, 1)),
    hosts: all(hosts).map((host) => ({
      addresses: all(networks).map((network) => address(network, 11 + host)),
      under: ['ip', 'netns', 'exec', space(host)],
      cut: (network) => ip('link', 'set', link(host, network), 'nomaster'),
      heal: (network) => ip('link', 'set', link(host, network), 'master', bridge(network)),
    })),
    end,
  };
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // It was not made, or is gone.
  }
}
