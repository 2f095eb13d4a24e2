/** Assigns addresses to Pods: one to each, for its lifetime. */
export interface AddressPool {
  /** Records an address that a Pod already has. */
  reserve(uid: string, address: string): void;
  /** Returns the Pod's address; assigns the next free one if it has none. */
  addressOf(uid: string): string;
  release(uid: string): void;
}

const HOSTS = 65_536;

/**
 * Creates an {@link AddressPool} of `network`.0.2 to `network`.255.254; `network` is the first two bytes. `addressOf`
 * throws a RangeError when no address is free.
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
