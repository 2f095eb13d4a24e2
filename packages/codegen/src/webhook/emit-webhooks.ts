import type { JsonObject } from '@kb/apimachinery';
import { isDns1123Subdomain } from '@kb/apimachinery/server';
import { printYaml } from '@kb/apimachinery/yaml';
import type { Span } from '../diagnostic/diagnostic.ts';
import type { Reporter } from '../diagnostic/reporter.ts';
import { WEBHOOK_FILE } from '../marks/generated-marks.ts';
import type { Model } from '../model/model.ts';
import type { MarkerPlace, Webhook, WebhookConfiguration } from '../facts/webhook-facts.ts';
import { compareText } from '../text/compare-text.ts';
import type { GeneratedFile } from '../write/plan-writes.ts';
import { buildWebhook } from './build-webhook.ts';

/** What {@link emitWebhooks} needs besides the model. */
export interface WebhookOptions {
  /** The folder of the manifest, relative to the project's folder. */
  readonly folder: string;
  readonly reporter: Reporter;
}

/**
 * Builds the webhook configurations of a model, both in `manifests.yaml`: mutating webhooks first, each sorted by name.
 * Returns no file without webhooks. Reports what the API server would refuse.
 */
export function emitWebhooks(model: Model, { folder, reporter }: WebhookOptions): GeneratedFile[] {
  const documents = [true, false].flatMap((mutating) => configurationOf(model, mutating, reporter) ?? []);
  if (documents.length === 0) return [];
  const content = documents.map((document) => `---\n${printYaml(document)}`).join('');
  return [{ path: `${folder}/${WEBHOOK_FILE}`, content }];
}

function configurationOf(model: Model, mutating: boolean, reporter: Reporter): JsonObject | undefined {
  const webhooks = model.webhooks
    .filter((webhook) => webhook.mutating === mutating)
    .sort((a, b) => compareText(a.name, b.name));
  const markers = model.webhookConfigurations.filter((marker) => marker.mutating === mutating);
  const sort = mutating ? 'mutating' : 'validating';
  const name = nameOf(markers, sort, reporter);
  if (webhooks.length === 0) {
    for (const { span } of markers) {
      reporter.report(span, {
        code: 'KB_MARKER_MISPLACED',
        message: `+kubebuilder:webhookconfiguration: there is no ${sort} webhook for it`,
        hint: `a ${sort} webhook has // +kubebuilder:webhook:mutating=${mutating},…`,
      });
    }
    return undefined;
  }
  reportSameNames(webhooks, sort, reporter);
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: mutating ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration',
    metadata: { name },
    webhooks: webhooks.map((facts) => {
      const { webhook, problems } = buildWebhook(facts);
      for (const { argument, message } of problems) {
        const span = argumentSpan(facts, argument);
        reporter.report(span, { code: 'KB_MARKER_ARGUMENT', message: `+kubebuilder:webhook: ${message}` });
      }
      return webhook;
    }),
  };
}

/** The place of a marker's argument; of the marker itself, if the argument is absent. */
function argumentSpan({ span, argumentSpans }: MarkerPlace, argument: string): Span {
  return argumentSpans.get(argument) ?? span;
}

function nameOf(markers: readonly WebhookConfiguration[], sort: string, reporter: Reporter): string {
  const [first, ...others] = markers;
  if (first === undefined) return `${sort}-webhook-configuration`;
  for (const marker of others) {
    if (marker.name === first.name) continue;
    reporter.report(argumentSpan(marker, 'name'), {
      code: 'KB_CONFLICTING_MARKERS',
      message: `+kubebuilder:webhookconfiguration: ${sort} webhooks have the configuration ${JSON.stringify(first.name)} already`,
      hint: `all ${sort} webhooks of a project are in one configuration: keep this marker, or the one in ${first.span.file}:${first.span.line}`,
    });
  }
  if (first.name === '') return `${sort}-webhook-configuration`;
  if (isDns1123Subdomain(first.name).length > 0) {
    reporter.report(argumentSpan(first, 'name'), {
      code: 'KB_MARKER_ARGUMENT',
      message: `+kubebuilder:webhookconfiguration: name is ${JSON.stringify(first.name)}: expected lower case letters, digits, "-" and "."`,
    });
  }
  return first.name;
}

function reportSameNames(webhooks: readonly Webhook[], sort: string, reporter: Reporter): void {
  for (const [index, webhook] of webhooks.entries()) {
    const { name } = webhook;
    const previous = webhooks[index - 1];
    if (previous === undefined || previous.name !== name) continue;
    reporter.report(argumentSpan(webhook, 'name'), {
      code: 'KB_CONFLICTING_MARKERS',
      message: `+kubebuilder:webhook: another ${sort} webhook has the name ${JSON.stringify(name)}`,
      hint: `each needs its own: the other is in ${previous.span.file}:${previous.span.line}`,
    });
  }
}
