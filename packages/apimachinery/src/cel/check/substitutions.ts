import { type CelType, simpleType, type TypeParameter } from '../types/cel-type.ts';
import { mapParts } from '../types/type-parts.ts';

const DYN = simpleType('dyn');
const MAX_STEPS = 5_000_000;

/** The types of an expression are so large that to compare them would take too long. */
export class LargeTypeError extends Error {
  override readonly name = 'LargeTypeError';
}

/** What the type variables of an expression stand for, as far as it is known. */
export class Substitutions {
  readonly #types = new Map<string, CelType>();
  #undo: { readonly name: string; readonly before: CelType | undefined }[] = [];
  #count = 0;
  #steps = 0;

  /** A variable that stands for nothing yet. */
  newVariable(): TypeParameter {
    const name = `_var${this.#count}`;
    this.#count += 1;
    return { kind: 'parameter', name };
  }

  /** What a variable stands for. */
  find({ name }: TypeParameter): CelType | undefined {
    return this.#types.get(name);
  }

  /** Lets a variable stand for a type. */
  set({ name }: TypeParameter, type: CelType): void {
    this.#undo.push({ name, before: this.#types.get(name) });
    this.#types.set(name, type);
  }

  /** Does what may let variables stand for types, and undoes it if the result is false. */
  attempt(work: () => boolean): boolean {
    this.#undo = [];
    if (work()) return true;
    for (const { name, before } of this.#undo.reverse()) {
      if (before === undefined) this.#types.delete(name);
      else this.#types.set(name, before);
    }
    return false;
  }

  /** The type with what is known of its variables; `free` says what the others become. */
  apply(type: CelType, free: 'stay' | 'dyn' = 'stay'): CelType {
    this.step();
    if (type.kind !== 'parameter') return mapParts(type, (part) => this.apply(part, free));
    const found = this.#types.get(type.name);
    if (found !== undefined) return this.apply(found, free);
    return free === 'dyn' ? DYN : type;
  }

  /** Counts a step of work, so that types which double with each variable end in an error. */
  step(): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw new LargeTypeError();
  }
}
