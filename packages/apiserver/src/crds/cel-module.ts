import { createRequire } from 'node:module';
import type { JsonObject } from '@kb/apimachinery';
import type * as Cel from '@kb/apimachinery/cel';
import { type ApiObject, asJson, type FrozenObject } from '../objects/api-object.ts';
import type { JudgedByRules } from '../resources/strategy.ts';
import type { DefinitionVersion } from './definition.ts';

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

/** Judges a whole object by the rules in CEL of a version, in steps, whichever endpoint writes it. */
export function judgeByRules(
  { schema }: DefinitionVersion,
  object: ApiObject,
  old: FrozenObject | undefined,
): Iterator<void, JudgedByRules> {
  return celModule().judgeInSteps({
    schema,
    isResourceRoot: true,
    value: asJson(object),
    oldValue: old && (asJson(old) as JsonObject),
    ratchets: true,
  });
}
