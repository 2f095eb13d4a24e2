import {
  equalJson,
  type FieldError,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  type JsonObject,
  type JsonValue,
} from '@kb/apimachinery';
import { labelSelectorOf, matchesLabels, SelectorError } from '@kb/apimachinery/selectors';
import { validateAnnotations, validateLabels } from '@kb/apimachinery/server';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, at, type FrozenObject, objectsIn, own } from '../../../objects/api-object.ts';
import { scalarText } from '../../../objects/scalar-text.ts';
import { validateAppArmorAnnotations, validateAppArmorMatch } from '../pods/app-armor.ts';
import { validatePodSpec } from '../pods/validate-pod-spec.ts';

/** Validates the selector and the template of a workload that keeps its pods running. `kind`: its name in messages. */
export function validateSelectorAndTemplate(spec: JsonObject, kind: string): FieldError[] {
  const errors: FieldError[] = [];
  const { selector } = spec;
  const labels = at(spec, 'template', 'metadata', 'labels');
  if (!isJsonObject(selector)) {
    if (kind !== 'daemonset') errors.push(fieldRequired('spec.selector'));
  } else if (isEmptySelector(selector)) {
    errors.push(fieldInvalid('spec.selector', {}, `empty selector is invalid for ${kind}`));
  }
  if (!selectorMatches(selector, labels)) {
    errors.push(
      fieldInvalid('spec.template.metadata.labels', labels ?? null, '`selector` does not match template `labels`'),
    );
  }
  const podSpec = at(spec, 'template', 'spec');
  const claims = objectsIn(spec.volumeClaimTemplates).map((claim) => scalarText(own(claim.metadata, 'name')));
  errors.push(...validateTemplate(spec.template, 'spec.template', claims));
  const restartPolicy = own(podSpec, 'restartPolicy');
  if (restartPolicy === 'Never' || restartPolicy === 'OnFailure') {
    errors.push(fieldNotSupported('spec.template.spec.restartPolicy', restartPolicy, ['Always']));
  }
  return errors;
}

/** Validates a template of pods. */
export function validateTemplate(
  template: JsonValue | undefined,
  path: string,
  claims: readonly string[] = [],
): FieldError[] {
  const podSpec = own(template, 'spec');
  const texts = (field: string): Record<string, string> =>
    (at(template, 'metadata', field) ?? {}) as Record<string, string>;
  return [
    ...validateLabels(texts('labels'), `${path}.labels`),
    ...validateAnnotations(texts('annotations'), `${path}.annotations`),
    ...validateAppArmorAnnotations(template, `${path}.annotations`),
    ...validatePodSpec(isJsonObject(podSpec) ? podSpec : {}, `${path}.spec`, claims),
    ...validateAppArmorMatch(template, `${path}.`),
  ];
}

function isEmptySelector(selector: JsonObject): boolean {
  return Object.values(selector).every((part) => part === null || Object.keys(part as object).length === 0);
}

/** Whether a label selector is valid, and selects objects with these labels. */
export function selectorMatches(selector: JsonValue | undefined, labels: JsonValue | undefined): boolean {
  if (!isJsonObject(selector)) return false;
  try {
    return matchesLabels(labelSelectorOf(selector), isJsonObject(labels) ? (labels as Record<string, string>) : {});
  } catch (error) {
    if (error instanceof SelectorError) return false;
    throw error;
  }
}

/** Validates that the selector of a workload has not changed. */
export function validateSelectorUpdate(object: ApiObject, old: FrozenObject): FieldError[] {
  const selector = own(object.spec, 'selector');
  if (equalJson(selector, own(old.spec, 'selector'))) return [];
  return [fieldInvalid('spec.selector', selector ?? null, 'field is immutable')];
}

/** Validates that numbers are not negative. */
export function notNegative(spec: JsonObject, fields: readonly string[], path: string): FieldError[] {
  return fields.flatMap((field) => {
    const value = spec[field];
    return typeof value === 'number' && value < 0
      ? [fieldInvalid(`${path}.${field}`, value, 'must be greater than or equal to 0')]
      : [];
  });
}
