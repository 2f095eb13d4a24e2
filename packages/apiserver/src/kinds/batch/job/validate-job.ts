import { equalJson, type FieldError, fieldInvalid, fieldRequired, type JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, at, type FrozenObject, objectsIn } from '../../../objects/api-object.ts';
import { selectorMatches } from '../../shared/workloads/selector-and-template.ts';
import { validateJobSpec } from '../../shared/workloads/validate-job-spec.ts';

/** Validates a Job. */
export function validateJob(job: ApiObject): FieldError[] {
  const spec = job.spec ?? {};
  const { selector } = spec;
  const errors = [...validateGeneratedSelector(job), ...validateJobSpec(spec, 'spec')];
  if (!isJsonObject(selector)) errors.push(fieldRequired('spec.selector'));
  const labels = at(spec, 'template', 'metadata', 'labels');
  if (!selectorMatches(selector, labels)) {
    const why = '`selector` does not match template `labels`';
    errors.push(fieldInvalid('spec.template.metadata.labels', labels ?? null, why));
  }
  return errors;
}

/** Validates that the generated selector, and the labels that it needs in the template, are unchanged. */
function validateGeneratedSelector({ metadata, spec = {} }: ApiObject): FieldError[] {
  const { selector } = spec;
  if (spec.manualSelector === true || !isJsonObject(selector)) return [];
  const { uid = '', name = '' } = metadata;
  const expected: Readonly<Record<string, string>> = {
    'controller-uid': uid,
    'job-name': name,
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
  };
  const given = at(spec, 'template', 'metadata', 'labels');
  const labels = isJsonObject(given) ? given : {};
  const errors = Object.entries(expected).flatMap(([key, value]) => {
    if (labels[key] === value) return [];
    const [path, why] = [`spec.template.metadata.labels[${key}]`, `must be '${value}'`];
    return [labels[key] === undefined ? fieldRequired(path, why) : fieldInvalid(path, labels, why)];
  });
  if (!selectorMatches(selector, expected))
    errors.push(fieldInvalid('spec.selector', selector, '`selector` not auto-generated'));
  return errors;
}

const IMMUTABLE = 'field is immutable';

/**
 * Validates a change of a Job: only some fields of its spec may change, and its template only while it is suspended.
 */
export function validateJobUpdate(job: ApiObject, old: FrozenObject): FieldError[] {
  const [spec, before] = [job.spec ?? {}, (old.spec ?? {}) as JsonObject];
  const fixed = (field: string): FieldError[] =>
    equalJson(spec[field], before[field]) ? [] : [fieldInvalid(`spec.${field}`, spec[field] ?? null, IMMUTABLE)];
  return [
    ...validateJob(job),
    ...(spec.completionMode === 'Indexed' ? validateIndexedCompletions(spec, before) : fixed('completions')),
    ...fixed('selector'),
    ...validateTemplateUpdate(spec, old),
    ...['completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'].flatMap(fixed),
  ];
}

function validateIndexedCompletions({ completions, parallelism }: JsonObject, before: JsonObject): FieldError[] {
  if (completions === undefined || completions === before.completions || completions === parallelism) return [];
  return [fieldInvalid('spec.completions', completions, 'can only be modified in tandem with spec.parallelism')];
}

function validateTemplateUpdate({ template }: JsonObject, old: FrozenObject): FieldError[] {
  const before = at(old, 'spec', 'template');
  const isIdle = at(old, 'status', 'startTime') === undefined || isMarkedSuspended(old);
  const mayChange = at(old, 'spec', 'suspend') === true && isIdle && !at(old, 'status', 'active');
  if (!mayChange)
    return equalJson(template, before) ? [] : [fieldInvalid('spec.template', template ?? null, IMMUTABLE)];
  const [podSpec, podSpecBefore] = [at(template, 'spec'), at(before, 'spec')];
  if (equalJson(fixedPart(podSpec), fixedPart(podSpecBefore))) return [];
  return [fieldInvalid('spec.template.spec', podSpec ?? null, IMMUTABLE)];
}

function isMarkedSuspended(job: FrozenObject): boolean {
  return objectsIn(at(job, 'status', 'conditions')).some(
    ({ type, status }) => type === 'Suspended' && status === 'True',
  );
}

/**
 * The immutable part of the pods of a suspended Job: everything except where they run and the resources of their
 * containers.
 */
function fixedPart(podSpec: unknown): JsonObject {
  if (!isJsonObject(podSpec)) return {};
  const { nodeSelector: _node, tolerations: _tolerations, schedulingGates: _gates, affinity, ...rest } = podSpec;
  const withoutResources = (list: unknown): JsonObject[] =>
    objectsIn(list).map(({ resources: _resources, ...container }) => container);
  const { nodeAffinity: _affinity, ...affinities } = isJsonObject(affinity) ? affinity : {};
  return {
    ...rest,
    ...(Object.keys(affinities).length > 0 && { affinity: affinities }),
    containers: withoutResources(podSpec.containers),
    initContainers: withoutResources(podSpec.initContainers),
  };
}
