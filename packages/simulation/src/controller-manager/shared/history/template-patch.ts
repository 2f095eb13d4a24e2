import type { DeepReadonly, JsonObject } from '@kb/apimachinery';
import { isJsonObject, stringifyJson } from '@kb/apimachinery/codec';
import type { ControllerRevision } from '@kb/kubernetes/apps/v1';
import { fnv1, safeEncode } from '../go-hash.ts';
import type { Template } from '../template-hash.ts';

/** A ControllerRevision as the caches hold it. */
export type LiveRevision = DeepReadonly<ControllerRevision>;

/**
 * Returns the data of a ControllerRevision: a strategic merge patch that gives a workload this template, and drops the
 * one that it has.
 */
export function templatePatch(template: Template): JsonObject {
  return { spec: { template: { ...(template as JsonObject), $patch: 'replace' } } };
}

/** Returns the template that a ControllerRevision restores; undefined if its data is something else. */
export function templateOf({ data }: LiveRevision): Template | undefined {
  const spec = isJsonObject(data) ? data['spec'] : undefined;
  const template = isJsonObject(spec) ? spec['template'] : undefined;
  if (!isJsonObject(template)) return undefined;
  const { $patch: _patch, ...restored } = template;
  return restored;
}

/**
 * Returns the hash in the name of a StatefulSet's ControllerRevision: FNV-1 of the JSON of its data, as Go writes it,
 * and of the collision count. kube-controller-manager computes the same one.
 */
export function patchHash(data: DeepReadonly<JsonObject>, collisionCount: number): string {
  const json = stringifyJson(data, { sortKeys: true, escapeHtml: true });
  return safeEncode(fnv1(new TextEncoder().encode(`${json}${collisionCount}`)));
}
