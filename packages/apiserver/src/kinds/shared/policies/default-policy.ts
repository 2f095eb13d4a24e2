import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, at, objectsIn } from '../../../objects/api-object.ts';
import { setDefaults } from '../set-default.ts';

/** The defaults of a policy. */
export function defaultPolicy({ spec }: ApiObject): void {
  if (spec === undefined) return;
  setDefaults(spec, { failurePolicy: 'Fail' });
  defaultMatchResources(spec.matchConstraints);
}

/** The defaults of the binding of a policy. */
export function defaultBinding({ spec }: ApiObject): void {
  defaultMatchResources(at(spec, 'matchResources'));
}

function defaultMatchResources(resources: unknown): void {
  if (!isJsonObject(resources)) return;
  setDefaults(resources, { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} });
  const rules: JsonObject[] = [...objectsIn(resources.resourceRules), ...objectsIn(resources.excludeResourceRules)];
  for (const rule of rules) setDefaults(rule, { scope: '*' });
}
