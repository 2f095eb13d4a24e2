import type { ProjectWebhooks } from './project-file.ts';
import { asObject, flag, otherKeys, type Path, type Report, text, texts } from './read-values.ts';

const known = new Set([
  'webhookVersion',
  'defaulting',
  'validation',
  'conversion',
  'spoke',
  'defaultingPath',
  'validationPath',
]);

/** Reads the `webhooks` of a kind. */
export function readWebhooks(value: unknown, path: Path, report: Report): ProjectWebhooks {
  const webhooks = asObject(value, path, report);
  const { webhookVersion } = webhooks;
  if (webhookVersion !== undefined && webhookVersion !== 'v1') {
    report(
      [...path, 'webhookVersion'],
      `webhookVersion ${JSON.stringify(webhookVersion)} is not supported`,
      'write webhookVersion: v1',
    );
  }
  const spoke = texts(webhooks, 'spoke', path, report);
  const optional = (key: 'defaultingPath' | 'validationPath'): { [name: string]: string } => {
    const found = text(webhooks, key, path, report);
    return found === '' ? {} : { [key]: found };
  };
  const other = otherKeys(webhooks, known);
  return {
    webhookVersion: 'v1',
    ...(flag(webhooks, 'defaulting', path, report) && { defaulting: true }),
    ...(flag(webhooks, 'validation', path, report) && { validation: true }),
    ...(flag(webhooks, 'conversion', path, report) && { conversion: true }),
    ...(spoke.length > 0 && { spoke }),
    ...optional('defaultingPath'),
    ...optional('validationPath'),
    ...(other !== undefined && { other }),
  };
}
