/**
 * Requests of lists with another shape of the same objects: whole objects or only their metadata. A shape is counted:
 * its number is how many requests there were before it.
 */
export interface ShapeRequests {
  /** The shape of the lists that begin now. */
  readonly wanted: number;
  /** The shape of the objects in the store. */
  readonly held: number;
  /** Requests another shape. Resolves when a list of it is in the store; never when no such list comes. */
  request(): Promise<void>;
  /** A list of this shape is in the store. */
  noteListed(shape: number): void;
}

/** Makes the requests of one informer. */
export function createShapeRequests(): ShapeRequests {
  let wanted = 0;
  let held = 0;
  /** The oldest first. */
  let waiting: { readonly shape: number; readonly resolve: () => void }[] = [];

  return {
    get wanted() {
      return wanted;
    },
    get held() {
      return held;
    },
    request: () =>
      new Promise((resolve) => {
        wanted += 1;
        waiting.push({ shape: wanted, resolve });
      }),
    noteListed: (listed) => {
      held = listed;
      for (const { shape, resolve } of waiting) if (shape <= listed) resolve();
      waiting = waiting.filter(({ shape }) => shape > listed);
    },
  };
}
