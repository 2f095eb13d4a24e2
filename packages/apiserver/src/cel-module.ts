import { createRequire } from 'node:module';
import type * as Cel from '@kb/apimachinery/cel';

let loaded: typeof Cel | undefined;

/** Loads what compiles and evaluates rules in CEL, which a server without rules never does. Undefined: it is loaded. */
export function loadCel(): Promise<void> | undefined {
  if (loaded !== undefined) return undefined;
  return import('@kb/apimachinery/cel').then((module) => {
    loaded = module;
  });
}

/** Loads the same at once, for what happens before a server is there. */
export function loadCelNow(): void {
  loaded ??= createRequire(import.meta.url)('@kb/apimachinery/cel') as typeof Cel;
}

/** What {@link loadCel} has loaded. Throws if it has not. */
export function celModule(): typeof Cel {
  if (loaded === undefined) throw new Error('rules in CEL are used before they are loaded');
  return loaded;
}
