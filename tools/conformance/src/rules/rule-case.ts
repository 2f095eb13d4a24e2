import assert from 'node:assert/strict';
import { isStatusError, type JsonObject } from '@kb/apimachinery';
import type { Client, UntypedObject, UntypedResource } from '@kb/client';

/** The context of a case. */
export interface RuleEnv {
  readonly client: Client;
  /** An existing, empty namespace. */
  readonly namespace: string;
}

/** A test of what a generated CustomResourceDefinition makes the API server accept or refuse. */
export interface RuleCase {
  readonly name: string;
  /** Rejects if the behaviour is different. */
  run(env: RuleEnv): Promise<void>;
}

/** Why an API server refuses an object. */
export interface Refusal {
  readonly field: string;
  /** The end of the message for the field. */
  readonly message: string;
}

/** Creates an object with this spec as a dry run. `refusals`: the expected errors; if empty, it must be accepted. */
export async function tryToCreate(
  env: RuleEnv,
  resource: UntypedResource,
  spec: JsonObject,
  refusals: readonly Refusal[],
): Promise<void> {
  const metadata = { generateName: 'rule-', namespace: env.namespace };
  const options = { dryRun: true, fieldValidation: 'Strict' } as const;
  await expectRefusals(env.client.create(resource, { metadata, spec }, options), refusals, JSON.stringify(spec));
}

/** Changes the spec of a stored object. `refusals`: the expected errors; if empty, the change must be stored. */
export async function tryToChange(
  env: RuleEnv,
  resource: UntypedResource,
  name: string,
  change: JsonObject,
  refusals: readonly Refusal[],
): Promise<void> {
  const key = { namespace: env.namespace, name };
  const object = await env.client.get(resource, key);
  const spec: JsonObject = { ...(object['spec'] as JsonObject), ...change };
  // null removes a field.
  for (const [field, value] of Object.entries(change)) if (value === null) delete spec[field];
  const changed: UntypedObject = { ...object, spec };
  await expectRefusals(env.client.update(resource, changed), refusals, JSON.stringify(change));
}

async function expectRefusals(call: Promise<unknown>, refusals: readonly Refusal[], what: string): Promise<void> {
  const given = await call.then(() => [], refusalsOf);
  const wrong = `${what}\n  expected: ${textOf(refusals)}\n  given:    ${textOf(given)}`;
  assert.equal(given.length, refusals.length, wrong);
  for (const { field, message } of refusals)
    assert.ok(
      given.some((refusal) => refusal.field === field && refusal.message.endsWith(message)),
      wrong,
    );
}

function refusalsOf(error: unknown): Refusal[] {
  if (!isStatusError(error) || error.status.reason !== 'Invalid') throw error;
  const causes = error.status.details?.causes ?? [];
  // The entry without a field only notes that rules were not evaluated because the schema already refused the object.
  return causes.flatMap(({ field = '', message = '' }) => (field === '<nil>' ? [] : [{ field, message }]));
}

function textOf(refusals: readonly Refusal[]): string {
  return refusals.length === 0 ? 'accepted' : refusals.map(({ field, message }) => `${field}: ${message}`).join('; ');
}
