import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject, stringifyJson } from '@kb/apimachinery/codec';
import type { Requester } from '@kb/apiserver/recorded';
import type { RequestSequence } from '../sequences/request-sequence.ts';

/** The path of the definitions. */
export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** How often the real server is asked whether it serves a definition: for two minutes. */
const TRIES = 1200;
const PAUSE_MS = 100;

/** A kind that can be installed. */
export interface Installable {
  readonly kind: string;
  readonly definition: JsonObject;
}

/** Creates a definition. */
export function postDefinition({ kind, definition }: Installable): RequestSequence {
  return {
    name: `definition of ${kind}`,
    steps: [{ method: 'POST', path: DEFINITIONS, body: bodyOf(definition) }],
  };
}

/** An object as the body of a request: text if it has integers that JavaScript's own JSON cannot write. */
function bodyOf(object: JsonObject): JsonObject | string {
  return hasBigint(object) ? stringifyJson(object) : object;
}

function hasBigint(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return Object.values(value).some(hasBigint);
}

/**
 * Waits until every served version of a definition is served, and its first object can be created without delay. False:
 * the definition was refused.
 */
export async function isServed(requester: Requester, { definition }: Installable): Promise<boolean> {
  const { metadata, spec } = definition;
  if (!isJsonObject(metadata) || !isJsonObject(spec)) return false;
  const name = textOf(metadata['name']);
  const accepted = await requester.send({ method: 'GET', path: `${DEFINITIONS}/${name}`, headers: {} });
  if (accepted.status !== 200) return false;
  for (const path of collectionsOf(spec)) {
    if (!(await answers(requester, path))) throw new Error(`${name} is not served at ${path}`);
  }
  return true;
}

/** The paths of the objects of each served version, in the default namespace if they are in one. */
function collectionsOf({ group, names, scope, versions }: JsonObject): string[] {
  const plural = isJsonObject(names) ? textOf(names['plural']) : '';
  const inner = scope === 'Cluster' ? plural : `namespaces/default/${plural}`;
  const served = Array.isArray(versions) ? versions.filter(isJsonObject).filter((version) => version['served']) : [];
  return served.map((version) => `/apis/${textOf(group)}/${textOf(version['name'])}/${inner}`);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

async function answers(requester: Requester, path: string): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { status } = await requester.send({ method: 'GET', path, headers: {} });
    if (status === 200) {
      // The real server delays the first objects of a new definition for two seconds; whether it accepts this one does
      // not matter.
      const headers = { 'content-type': 'application/json' };
      const body = new TextEncoder().encode('{}');
      await requester.send({ method: 'POST', path: `${path}?dryRun=All`, headers, body });
      return true;
    }
    await sleep(PAUSE_MS);
  }
  return false;
}
