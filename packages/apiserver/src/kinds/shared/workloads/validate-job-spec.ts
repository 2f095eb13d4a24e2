import { type FieldError, fieldRequired, type JsonObject } from '@kb/apimachinery';
import { at, own } from '../../../objects/api-object.ts';
import { oneOf } from '../one-of.ts';
import { notNegative, validateTemplate } from './selector-and-template.ts';

/** Validates the spec at a path of a Job, or of the Jobs that a CronJob makes. */
export function validateJobSpec(spec: JsonObject, path: string): FieldError[] {
  const errors = notNegative(
    spec,
    ['parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit', 'ttlSecondsAfterFinished'],
    path,
  );
  errors.push(...oneOf(spec.completionMode, ['NonIndexed', 'Indexed'], `${path}.completionMode`));
  if (spec.completionMode === 'Indexed' && spec.completions === undefined)
    errors.push(fieldRequired(`${path}.completions`, 'when completion mode is Indexed'));
  const podSpec = at(spec, 'template', 'spec');
  errors.push(...validateTemplate(spec.template, `${path}.template`));
  const restartPolicy = own(podSpec, 'restartPolicy');
  if (restartPolicy !== 'OnFailure' && restartPolicy !== 'Never') {
    errors.push(fieldRequired(`${path}.template.spec.restartPolicy`, 'valid values: "OnFailure", "Never"'));
  }
  return errors;
}
