import { equalJson } from '@kb/apimachinery';
import { hasRules, type JsonSchemaProps, type SchemaRules } from '@kb/apimachinery/schema';
import { type ApiObject, at, objectsIn } from '../objects/api-object.ts';
import { celModule, loadCel, loadCelNow } from '../cel-module.ts';

/** Loads what validates the rules in CEL of a definition. Undefined: it is loaded, or there are none. */
export function loadRules(crd: ApiObject): Promise<void> | undefined {
  return isRuled(crd) ? loadCel() : undefined;
}

/** The same at once, for definitions that nobody can wait for. */
export function loadRulesNow(crd: ApiObject): void {
  if (isRuled(crd)) loadCelNow();
}

/** What validates the rules in CEL of a definition, after it was loaded. Undefined: there are none. */
export function rulesFor(crd: ApiObject): SchemaRules | undefined {
  return isRuled(crd) ? celModule().celRules : undefined;
}

/** Compiles the rules in CEL of a definition in steps, before it is validated. Undefined: there are none. */
export function prepareRules(crd: ApiObject): Iterator<void, void> | undefined {
  const rules = rulesFor(crd);
  return rules && prepareSchemas(rules, schemasOf(crd));
}

function* prepareSchemas(rules: SchemaRules, schemas: readonly JsonSchemaProps[]): Generator<void, void> {
  for (const [index, schema] of schemas.entries()) {
    // One that all versions have is validated once.
    if (index > 0 && equalJson(schema, schemas[0])) continue;
    const steps = rules.prepare(schema);
    while (steps.next().done === false) yield;
  }
}

/** Whether schemas have rules: each request asks several times, and looks through the whole schema. */
const ruled = new WeakMap<JsonSchemaProps, boolean>();

function isRuled(crd: ApiObject): boolean {
  return schemasOf(crd).some((schema) => {
    const known = ruled.get(schema);
    if (known !== undefined) return known;
    const found = hasRules(schema);
    ruled.set(schema, found);
    return found;
  });
}

function schemasOf({ spec }: ApiObject): JsonSchemaProps[] {
  // A schema was validated when the definition was decoded.
  return objectsIn(spec?.versions).map(
    (version) => (at(version, 'schema', 'openAPIV3Schema') ?? {}) as JsonSchemaProps,
  );
}
