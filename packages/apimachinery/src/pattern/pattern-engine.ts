import type * as re2js from 're2js';
import { requireModule } from '../require-module.ts';

type Engine = typeof re2js;

let engine: Engine | undefined;

/** Loads the pattern engine. Only needed in browsers: elsewhere the first pattern loads it. */
export async function loadPatternEngine(): Promise<void> {
  engine ??= await import('re2js');
}

/**
 * Returns the engine, 260 KB that most processes never need. Throws if it is not loaded and cannot be loaded
 * synchronously.
 */
export function patternEngine(): Engine {
  engine ??= requireEngine();
  return engine;
}

function requireEngine(): Engine {
  const required = requireModule(import.meta.url, 're2js');
  if (required === undefined) throw new Error('the engine of patterns is not loaded: await loadPatternEngine() first');
  return required as Engine;
}
