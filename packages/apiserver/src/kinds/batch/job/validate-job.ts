import {
  equalJson,
  type FieldError,
  fieldInvalid,
  fieldRequired,
  type JsonObject,
  type JsonValue,
} from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { isDns1123Label } from '@kb/apimachinery/server';
import { type ApiObject, at, type FrozenObject, objectsIn } from '../../../objects/api-object.ts';
import { validateLabelSelector } from '../../shared/validate-label-selector.ts';
import { selectorMatches } from '../../shared/workloads/selector-and-template.ts';
import { validateJobSpec } from '../../shared/workloads/validate-job-spec.ts';

/** Validates a Job. */
export function validateJob(job: ApiObject): FieldError[] {
  return [...validateGeneratedSelector(job), ...validateSpec(job.spec ?? {}), ...validatePodNames(job)];
}

function validateSpec(spec: JsonObject): FieldError[] {
  const errors = validateJobSpec(spec, 'spec');
  const { selector } = spec;
  if (isJsonObject(selector)) errors.push(...validateLabelSelector(selector, 'spec.selector'));
  else errors.push(fieldRequired('spec.selector'));
  const labels = at(spec, 'template', 'metadata', 'labels');
  if (isSelector(selector) && !selectorMatches(selector, labels)) {
    const why = '`selector` does not match template `labels`';
    errors.push(fieldInvalid('spec.template.metadata.labels', labels ?? null, why));
  }
  return errors;
}

/** Whether a selector can be tried; one that is missing selects nothing. */
const isSelector = (selector: JsonValue | undefined): boolean =>
  selector === undefined || (isJsonObject(selector) && validateLabelSelector(selector, '').length === 0);

/** Validates the host names of the Pods of an indexed Job, which end with an index. */
function validatePodNames({ metadata: { name = '' }, spec = {} }: ApiObject): FieldError[] {
  if (spec.completionMode !== 'Indexed' || typeof spec.completions !== 'number' || spec.completions <= 0) return [];
  const longest = `${name}-${spec.completions - 1}`;
  if (isDns1123Label(longest).length === 0) return [];
  return [fieldInvalid('metadata.name', name, `will not able to create pod with invalid DNS label: ${longest}`)];
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
    // kube-apiserver validates the spec again, and lists its causes twice.
    ...validateSpec(spec),
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
