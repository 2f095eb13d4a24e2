import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Model } from '../../model/model.ts';

/** From how many types on it is worth the time. */
const LARGE_MODEL = 1000;

/**
 * Gives the memory of the compiler's program back when the model of a large API is made. V8 by itself would keep it,
 * let manifests take as much again, and look for what is no longer used only then.
 */
export function releaseProgram({ types }: Model): void {
  if (types.size < LARGE_MODEL) return;
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  if (typeof collect === 'function') collect();
}
