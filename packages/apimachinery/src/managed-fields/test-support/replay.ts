import { readFileSync } from 'node:fs';
import { isJsonObject } from '../../codec/own-property.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import type { ManagedFieldsEntry } from '../../object/object.ts';
import { withoutNulls } from '../../patch/clean-patch.ts';
import { applyJsonPatch, JsonPatchError } from '../../patch/json-patch.ts';
import { applyMergePatch } from '../../patch/merge-patch.ts';
import { readJsonPatch } from '../../patch/read-json-patch.ts';
import {
  rejectedPatchStatus,
  StrategicMergePatchError,
  strategicMergePatchStatus,
} from '../../patch/strategic-errors.ts';
import { applyStrategicMergePatch } from '../../patch/strategic-merge-patch.ts';
import { applyDefaults } from '../../schema/apply-defaults.ts';
import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';
import { pruneUnknown } from '../../schema/prune.ts';
import { isStatusError, type Status } from '../../status/status.ts';
import { applyManaged } from '../apply-managed.ts';
import { conflictStatus } from '../managers/conflicts.ts';
import type { FieldFilter } from '../field-sets/field-filter.ts';
import { fieldSetOf } from '../field-sets/field-set.ts';
import { keepManagedTimes } from '../keep-managed-times.ts';
import type { ManagedRequest, VersionConverter } from '../managed-request.ts';
import { withManagedFields } from '../object-metadata.ts';
import { fieldPath } from '../field-sets/path-element.ts';
import { entriesForScale, entriesFromScale } from '../managers/scale-entries.ts';
import { updateManaged } from '../update-managed.ts';
import { type Answer, type KindName, kinds, type Recording, type Step, timeOfStep } from './scenario.ts';
import { widgetSchema } from './widget-crd.ts';

const readLines = (name: string): unknown[] =>
  readFileSync(new URL(`../testdata/recordings/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

const published = Object.fromEntries(readLines('schemas') as [string, JsonSchemaProps][]) as Record<
  KindName | 'ObjectMeta',
  JsonSchemaProps
>;

/** The schemas of the recorded kinds, metadata included. */
export const schemas: Readonly<Record<KindName, JsonSchemaProps>> = {
  ...published,
  Widget: {
    ...widgetSchema,
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: published.ObjectMeta,
      ...widgetSchema.properties,
    },
  },
};

/** The recordings of a kind. */
export function recordingsOf(kind: KindName): Recording[] {
  return readLines(kind.toLowerCase()) as Recording[];
}

/** The reset fields of an endpoint. */
function resetFieldsOf(kind: KindName, subresource: string | undefined): FieldFilter {
  const names =
    subresource === 'status'
      ? kinds[kind].resetFields.status
      : subresource === undefined
        ? kinds[kind].resetFields.main
        : [];
  return { exclude: fieldSetOf(...names.map((name) => fieldPath(...name.split('.')))) };
}

/** Converts between versions with the strategy `None`: only the version differs. */
const widgetConverter: VersionConverter = (object, apiVersion) =>
  (kinds.Widget.apiVersions as readonly string[]).includes(apiVersion)
    ? { object: { ...object, apiVersion }, schema: schemas.Widget }
    : undefined;

/** Prunes and defaults a custom resource, as the server does between a request and its managed fields. */
function decoded(object: JsonObject): JsonObject {
  return applyDefaults(
    schemas.Widget,
    pruneUnknown(schemas.Widget, withMetadataDecoded(object), { isResourceRoot: true }),
  );
}

/** Removes nulls and empty values from metadata, as decoding to the Go type does. */
function withMetadataDecoded(object: JsonObject): JsonObject {
  const own = cleanMetadata(object);
  const { spec } = own;
  return isJsonObject(spec) && isJsonObject(spec['embedded'])
    ? { ...own, spec: { ...spec, embedded: cleanMetadata(spec['embedded']) } }
    : own;
}

function cleanMetadata(object: JsonObject): JsonObject {
  if (!isJsonObject(object['metadata'])) return object;
  const filled = Object.entries(object['metadata']).filter(
    ([name, value]) => name === 'managedFields' || !isEmpty(value),
  );
  return { ...object, metadata: withoutNulls(Object.fromEntries(filled)) };
}

function isEmpty(value: JsonValue): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** Removes the fields that the server sets, and managed fields. */
export function withoutSystemFields(object: JsonObject): JsonObject {
  const metadata = isJsonObject(object['metadata']) ? object['metadata'] : {};
  const { managedFields: _m, resourceVersion: _r, generation: _g, creationTimestamp: _c, uid: _u, ...rest } = metadata;
  return { ...object, metadata: rest };
}

/** `metadata.managedFields`. */
export function managedFieldsIn(object: JsonObject | undefined): JsonValue {
  const metadata = object?.['metadata'];
  return (isJsonObject(metadata) ? metadata['managedFields'] : undefined) ?? null;
}

/** A recorded request, and the object as it was before. */
export interface ReplayedStep {
  readonly title: string;
  readonly step: Step;
  readonly answer: Answer;
  readonly live: JsonObject | undefined;
  readonly index: number;
}

/** The requests of a recording. */
export function stepsOf(recording: Recording, steps: readonly Step[]): ReplayedStep[] {
  let live: JsonObject | undefined;
  return recording.answers.map((answer, index): ReplayedStep => {
    const step = steps[index];
    if (step === undefined) throw new Error(`record again: ${recording.name} has more answers than steps`);
    const before = live;
    if (answer.code < 300) live = answer.object ?? answer.body;
    return { title: `${index + 1} ${step.verb} by ${step.manager}`, step, answer, live: before, index };
  });
}

/** Our result of a request and the server's, in a comparable form. */
export interface Replay {
  readonly got: unknown;
  readonly want: unknown;
}

/**
 * Replays a recorded request on the object that the real server had at that time, so that one difference does not hide
 * later ones.
 */
export function replay(kind: KindName, { step, answer, live, index }: Omit<ReplayedStep, 'title'>): Replay {
  if (step.subresource === 'scale') return replayScale(kind, { step, answer, live, index });
  const { apiVersions, empty } = kinds[kind];
  const apiVersion = step.apiVersion ?? apiVersions[0];
  const inVersion = live === undefined ? undefined : { ...live, apiVersion };
  const endpoint: ManagedRequest = {
    apiVersion,
    kind: kinds[kind].kind,
    schema: schemas[kind],
    resetFields: resetFieldsOf(kind, step.subresource),
    manager: step.manager,
    now: timeOfStep(index),
    live: inVersion,
    ...(step.subresource && { subresource: step.subresource }),
    ...(empty && { empty }),
    ...(kind === 'Widget' && { convert: widgetConverter }),
  };
  return step.verb === 'apply' ? replayApply(kind, step, answer, endpoint) : replayWrite(kind, step, answer, endpoint);
}

function replayApply(kind: KindName, step: Step, answer: Answer, endpoint: ManagedRequest): Replay {
  const outcome = applied(() =>
    applyManaged({ ...endpoint, config: answer.sent as JsonObject, force: step.force === true }),
  );
  if (outcome.status !== undefined)
    return { got: withoutOrder(outcome.status), want: withoutOrder(answer.body as unknown as Status) };
  // Validation, which is not tested here, can reject an object that fits its schema.
  if (answer.code >= 300) return { got: answer.body['reason'], want: 'Invalid' };
  const object = finish(kind, outcome.object, endpoint.live as JsonObject | undefined, answer.body, step);
  return compared(kind, object, answer.body);
}

function replayWrite(kind: KindName, step: Step, answer: Answer, endpoint: ManagedRequest): Replay {
  const live = endpoint.live as JsonObject | undefined;
  const next = patched(kind, step, answer, live);
  if ('status' in next) return { got: next.status, want: answer.body };
  if (answer.code >= 300) {
    const refused = ['Invalid', 'AlreadyExists', 'BadRequest', undefined].includes(
      answer.body['reason'] as string | undefined,
    );
    return { got: refused, want: true };
  }
  // Defaults and allocations of built-in kinds are not tested here: uses the server's object with the sent managed
  // fields.
  const wanted =
    kind === 'Widget'
      ? decoded(next.object)
      : withManagedFields(asDecoded(kind, answer.body, live), sentManagedFields(next.object));
  const object = finish(kind, updateManaged({ ...endpoint, next: wanted }), live, answer.body, step);
  return compared(kind, object, answer.body);
}

const scaleSchema: JsonSchemaProps = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: published.ObjectMeta,
    spec: { type: 'object', properties: { replicas: { type: 'integer' } } },
    status: { type: 'object', properties: { replicas: { type: 'integer' }, selector: { type: 'string' } } },
  },
};

/** Replays a write to the scale subresource, with managed fields converted for Scale. */
function replayScale(kind: KindName, { step, answer, live = {}, index }: Omit<ReplayedStep, 'title'>): Replay {
  const { apiVersions, replicas = '' } = kinds[kind];
  const path = fieldPath('spec', replicas);
  const paths = new Map(apiVersions.map((apiVersion) => [apiVersion, path]));
  const metadata = isJsonObject(live['metadata']) ? live['metadata'] : {};
  const parentEntries = metadata['managedFields'] as unknown as ManagedFieldsEntry[] | undefined;
  const spec = isJsonObject(live['spec']) ? live['spec'] : {};
  const scale: JsonObject = {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name: 'x', namespace: 'ns' },
    spec: { replicas: spec[replicas] ?? 0 },
    status: { replicas: 0 },
  };
  const endpoint: ManagedRequest = {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    schema: scaleSchema,
    subresource: 'scale',
    manager: step.manager,
    now: timeOfStep(index),
    live: withManagedFields(scale, entriesForScale(parentEntries, paths)),
    empty: { metadata: {}, spec: {}, status: { replicas: 0 } },
  };
  const outcome = applied(() =>
    step.verb === 'apply'
      ? applyManaged({ ...endpoint, config: answer.sent as JsonObject, force: step.force === true })
      : {
          conflicts: [],
          object: updateManaged({ ...endpoint, next: applyMergePatch(scale, answer.sent) as JsonObject }),
          changed: true,
        },
  );
  if (outcome.status !== undefined)
    return { got: withoutOrder(outcome.status), want: withoutOrder(answer.body as unknown as Status) };
  const entries = (managedFieldsIn(outcome.object) ?? undefined) as ManagedFieldsEntry[] | undefined;
  return { got: entriesFromScale(parentEntries, entries, apiVersions[0], paths), want: managedFieldsIn(answer.object) };
}

function compared(kind: KindName, got: JsonObject, want: JsonObject): Replay {
  const parts = (object: JsonObject): unknown => ({
    managedFields: managedFieldsIn(object),
    object: kind === 'Widget' ? withoutSystemFields(object) : undefined,
  });
  return { got: parts(got), want: parts(want) };
}

/**
 * Returns our patched object and the server's, which additionally has only defaults. Undefined for other requests, and
 * for rejected ones.
 */
export function replayPatch(
  kind: KindName,
  { step, answer, live }: ReplayedStep,
): { readonly part: JsonObject; readonly whole: JsonObject } | undefined {
  if (answer.code >= 300 || step.subresource !== undefined || !['merge', 'json', 'strategic'].includes(step.verb))
    return undefined;
  const next = patched(
    kind,
    step,
    answer,
    live === undefined ? undefined : { ...live, apiVersion: answer.body['apiVersion'] ?? '' },
  );
  return 'status' in next
    ? undefined
    : { part: withoutSystemFields(asPrinted(kind, next.object)), whole: withoutSystemFields(answer.body) };
}

/** Returns the stored object as it was when its managed fields were computed. */
function asDecoded(kind: KindName, stored: JsonObject, live: JsonObject | undefined): JsonObject {
  const { assigned = [] } = kinds[kind];
  if (live !== undefined || assigned.length === 0) return stored;
  const patch = assigned.map((path) =>
    path.split('.').reduceRight<JsonValue>((value, name) => ({ [name]: value }), null),
  );
  return patch.reduce<JsonValue>(applyMergePatch, stored) as JsonObject;
}

/** Removes nulls, unknown fields and empty top-level maps, which a Go type does not write. */
function asPrinted(kind: KindName, object: JsonObject): JsonObject {
  const known = Object.entries(withoutNulls(object) as JsonObject).filter(([name]) =>
    Object.hasOwn(schemas[kind].properties ?? {}, name),
  );
  return Object.fromEntries(
    known.filter(([name, value]) => name !== 'data' || Object.keys(value as JsonObject).length > 0),
  );
}

function sentManagedFields(object: JsonObject): never[] | undefined {
  return (managedFieldsIn(object) ?? undefined) as never[] | undefined;
}

function applied(
  run: () => ReturnType<typeof applyManaged>,
): { object: JsonObject; status?: undefined } | { status: Status; object?: undefined } {
  try {
    const { object, conflicts } = run();
    return object === undefined ? { status: conflictStatus(conflicts) } : { object };
  } catch (error) {
    if (isStatusError(error)) return { status: error.status };
    throw error;
  }
}

/**
 * Performs the server's later steps that affect managed fields: resets status and spec, and keeps the object on a no-op
 * write.
 */
function finish(
  kind: KindName,
  object: JsonObject,
  live: JsonObject | undefined,
  stored: JsonObject,
  { subresource }: Step,
): JsonObject {
  let result =
    kind === 'Widget'
      ? decoded(object)
      : withManagedFields(stored, (managedFieldsIn(object) as never[] | null) ?? undefined);
  if (kind === 'Widget') {
    const kept =
      subresource === 'status'
        ? { ...live, status: result['status'] ?? null }
        : { ...result, status: live?.['status'] ?? null };
    if (kept.status === null) delete (kept as JsonObject)['status'];
    result = withManagedFields(kept, (managedFieldsIn(object) as never[] | null) ?? undefined);
  }
  return live === undefined ? result : keepManagedTimes(live, result);
}

function patched(
  kind: KindName,
  step: Step,
  { sent }: Answer,
  live: JsonObject | undefined,
): { object: JsonObject } | { status: Status } {
  try {
    switch (step.verb) {
      case 'merge':
        return { object: applyMergePatch(live ?? null, sent) as JsonObject };
      case 'json':
        return { object: applyJsonPatch(live ?? null, readJsonPatch(sent).operations) as JsonObject };
      case 'strategic':
        return { object: applyStrategicMergePatch(live ?? {}, sent as JsonObject, schemas[kind]) };
      default:
        return { object: sent as JsonObject };
    }
  } catch (error) {
    if (error instanceof JsonPatchError) return { status: rejectedPatchStatus() };
    if (error instanceof StrategicMergePatchError) return { status: strategicMergePatchStatus(error) };
    throw error;
  }
}

/** Sorts causes and problems, whose order is not defined. */
function withoutOrder(status: Status): JsonValue {
  const message = status.message?.includes('errors:')
    ? status.message.split('\n').toSorted().join('\n')
    : status.message;
  const causes = status.details?.causes?.toSorted((a, b) =>
    `${a.message} ${a.field}`.localeCompare(`${b.message} ${b.field}`),
  );
  return { ...status, message, details: { ...status.details, ...(causes && { causes }) } } as unknown as JsonValue;
}
