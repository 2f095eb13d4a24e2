import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Model } from '../../model/model.ts';

/** The number of types from which a collection is worth its time. */
const LARGE_MODEL = 1000;

/**
 * Frees the memory of the compiler's program once the model of a large API is built. V8 on its own would let the
 * manifests take as much again before it collects.
 */
export function releaseProgram({ types }: Model): void {
  if (types.size < LARGE_MODEL) return;
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  if (typeof collect === 'function') collect();
}
