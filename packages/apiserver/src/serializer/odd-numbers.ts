/** A step into a document: a key or an index. */
type Step = string | number;

/** The numbers below a place in a document. */
interface Place {
  literal?: string;
  readonly steps: Map<Step, Place>;
}

/**
 * The numbers of a document that Go would write differently, as the document writes them. A tree, because all paths
 * together can be much longer than the document. A class, because it is filled while the document is read.
 */
export class OddNumbers {
  private readonly root: Place = { steps: new Map() };

  add(path: readonly Step[], literal: string): void {
    let place = this.root;
    for (const step of path) {
      let next = place.steps.get(step);
      if (next === undefined) {
        next = { steps: new Map() };
        place.steps.set(step, next);
      }
      place = next;
    }
    place.literal = literal;
  }

  /** The number at a path as it is written. */
  at(path: readonly Step[]): string | undefined {
    return this.find(path)?.literal;
  }

  /** The first number at or below a path that no float64 can hold, as it is written. */
  hugeBelow(path: readonly Step[]): string | undefined {
    const open = [this.find(path)];
    while (open.length > 0) {
      const place = open.pop();
      if (place === undefined) continue;
      if (place.literal !== undefined && !Number.isFinite(Number(place.literal))) return place.literal;
      for (const next of [...place.steps.values()].reverse()) open.push(next);
    }
    return undefined;
  }

  private find(path: readonly Step[]): Place | undefined {
    let place: Place | undefined = this.root;
    for (const step of path) place = place?.steps.get(step);
    return place;
  }
}
