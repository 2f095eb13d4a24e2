/** Gives Pods their addresses: one each as long as it lives. */
export interface AddressPool {
  /** Notes an address that a Pod has already. */
  reserve(uid: string, address: string): void;
  /** The Pod's address; the next free one when it has none yet. */
  addressOf(uid: string): string;
  release(uid: string): void;
}

const HOSTS = 65_536;

/**
 * Makes an {@link AddressPool} over `network`.0.2 to `network`.255.254; `network` are the first two numbers. Throws a
 * RangeError when none is left.
 */
export function createAddressPool(network: string): AddressPool {
  const byUid = new Map<string, string>();
  const taken = new Set<string>();
  let last = 1;

  function nextFree(): string {
    for (let tries = 0; tries < HOSTS; tries += 1) {
      last = last + 1 >= HOSTS - 1 ? 2 : last + 1;
      const address = `${network}.${last >> 8}.${last & 255}`;
      if (!taken.has(address)) return address;
    }
    throw new RangeError(`no address is free in ${network}.0.0/16`);
  }

  function reserve(uid: string, address: string): void {
    byUid.set(uid, address);
    taken.add(address);
  }

  return {
    reserve,
    addressOf: (uid) => {
      const known = byUid.get(uid);
      if (known !== undefined) return known;
      const address = nextFree();
      reserve(uid, address);
      return address;
    },
    release: (uid) => {
      const address = byUid.get(uid);
      if (address === undefined) return;
      byUid.delete(uid);
      taken.delete(address);
    },
  };
}
