import { isJsonObject } from '@kb/apimachinery/codec';
import { loadCel } from '../../../cel-module.ts';
import { type ApiObject, objectsIn, own } from '../../../objects/api-object.ts';
import type { Strategy } from '../../../resources/strategy.ts';
import type { TableColumns } from '../../../resources/table-columns.ts';
import { ageColumn, column, columns, nameColumn } from '../../../tables/columns.ts';
import { isChangedInGo } from '../changed-in-go.ts';
import { genericStrategy } from '../generic-strategy.ts';
import { setDefaults } from '../set-default.ts';
import { hasMatchConditions, validateWebhooks } from './validate-webhooks.ts';

/** The defaults of the two kinds of webhook configurations. */
export function defaultWebhooks(configuration: ApiObject): void {
  for (const webhook of objectsIn(configuration.webhooks)) {
    setDefaults(webhook, {
      failurePolicy: 'Fail',
      matchPolicy: 'Equivalent',
      namespaceSelector: {},
      objectSelector: {},
      timeoutSeconds: 10,
    });
    if (configuration.kind === 'MutatingWebhookConfiguration') setDefaults(webhook, { reinvocationPolicy: 'Never' });
    for (const rule of objectsIn(webhook.rules)) setDefaults(rule, { scope: '*' });
    const service = own(webhook.clientConfig, 'service');
    if (isJsonObject(service)) setDefaults(service, { port: 443 });
  }
}

/** The strategy of webhook configurations. */
export const webhookConfigurationStrategy: Strategy = {
  ...genericStrategy,
  anyFinalizer: true,
  unconditionalUpdate: false,
  generation: (object, old, sent) => isChangedInGo(object, old, sent, 'webhooks'),
  load: (object) => (hasMatchConditions(object) ? loadCel() : undefined),
  validate: validateWebhooks,
  validateUpdate: validateWebhooks,
  warnings: ({ metadata }) => (metadata.name?.endsWith(STATIC_SUFFIX) === true ? [staticSuffixWarning] : []),
};

/** The end of the names of configurations that kube-apiserver reads from files. */
const STATIC_SUFFIX = '.static.k8s.io';
const staticSuffixWarning = `metadata.name: names ending with "${STATIC_SUFFIX}" are reserved for static manifest-based configurations and cannot be managed via the API`;

/** How webhook configurations are shown. */
export const webhookColumns: TableColumns = columns(
  nameColumn,
  column('Webhooks:integer', ({ webhooks }) => objectsIn(webhooks).length),
  ageColumn,
);
