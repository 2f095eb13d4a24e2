import type { HttpRequest, JsonObject, Transport } from '@kb/apimachinery';
import type { LabWebhook } from '@kb/apiserver/recorded';
import { eventually } from '../patience.ts';

/** The group of the custom resource that only this comparison uses. */
const GROUP = 'metrics.example.com';
/** The resources whose requests are compared: API servers make no requests of their own to them. */
export const comparedResources: ReadonlySet<string> = new Set(['podtemplates', 'limitranges', 'widgets']);

const NAMESPACE = 'metrics-of-server';
const ITEMS = `/api/v1/namespaces/${NAMESPACE}/podtemplates`;
const WIDGETS = `/apis/${GROUP}/v1/namespaces/${NAMESPACE}/widgets`;
const ADMISSION = '/apis/admissionregistration.k8s.io/v1';

/** Sends requests that API servers count. Resolves with a function that ends what is still open, a watch. */
export async function useServer(transport: Transport, webhook: LabWebhook): Promise<() => Promise<void>> {
  const send = sender(transport);
  await send('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } });
  await send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
  await eventually(async () => {
    if ((await send('GET', `/apis/${GROUP}/v1`)) !== 200) throw new Error('widgets are not served yet');
  });
  await usePodTemplates(send);
  await useWidgets(send);
  await usePaths(send);
  await useWebhooks(send, webhook);
  await usePolicies(send);
  return openWatch(transport, send);
}

type Send = (
  method: string,
  path: string,
  body?: JsonObject,
  headers?: Readonly<Record<string, string>>,
) => Promise<number>;

/** Returns a function that sends a request, reads the response and resolves with its status. */
function sender(transport: Transport): Send {
  return async (method, path, body, headers = {}) => {
    const request: HttpRequest = {
      method,
      path,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: new TextEncoder().encode(JSON.stringify(body)) }),
    };
    const response = await transport.send(request);
    if (!(response.body instanceof Uint8Array)) for await (const _ of response.body);
    return response.status;
  };
}

const definition: JsonObject = {
  metadata: { name: `widgets.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: ['v1', 'v1beta1'].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      deprecated: name === 'v1beta1',
      schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } },
      subresources: { status: {} },
    })),
  },
};

const podTemplate = (name: string): JsonObject => ({
  metadata: { name },
  template: { spec: { containers: [{ name: 'main', image: 'example.com/main:1' }] } },
});

const apply = { 'content-type': 'application/apply-patch+yaml' };
const merge = { 'content-type': 'application/merge-patch+json' };

async function usePodTemplates(send: Send): Promise<void> {
  await send('POST', ITEMS, podTemplate('one'));
  await send('POST', ITEMS, podTemplate('one'));
  await send('POST', `${ITEMS}?dryRun=All`, podTemplate('two'));
  await send('POST', `${ITEMS}?dryRun=Some`, podTemplate('two'));
  await send('POST', `${ITEMS}?dryRun=All&dryRun=All`, podTemplate('two'));
  await send('POST', ITEMS, { metadata: {} });
  await send('PUT', `${ITEMS}/one`, podTemplate('one'));
  await send('PUT', `${ITEMS}/none`, podTemplate('none'));
  await send('PATCH', `${ITEMS}/one`, { metadata: { labels: { a: 'b' } } }, merge);
  await send('PATCH', `${ITEMS}/one`, {}, { 'content-type': 'application/unknown' });
  const applied = { apiVersion: 'v1', kind: 'PodTemplate', metadata: { name: 'one', labels: { c: 'd' } } };
  await send('PATCH', `${ITEMS}/one?fieldManager=test`, applied, apply);
  await send('GET', `${ITEMS}/one`);
  await send('GET', `${ITEMS}/none`);
  await send('GET', `${ITEMS}/one`, undefined, { accept: 'image/png' });
  await send('GET', `${ITEMS}/one/status`);
  await send('GET', ITEMS);
  await send('GET', `${ITEMS}?fieldSelector=metadata.name%3Done`);
  await send('GET', '/api/v1/podtemplates?limit=1');
  await send('GET', `${ITEMS}?watch=true&timeoutSeconds=1`);
  await send('GET', `/api/v1/watch/namespaces/${NAMESPACE}/podtemplates/one?timeoutSeconds=1`);
  await send('GET', `${ITEMS}?watch=true&resourceVersion=wrong`);
  await send('POST', `${ITEMS}/one`, podTemplate('one'));
  await send('DELETE', `${ITEMS}/one?dryRun=All`);
  await send('DELETE', `${ITEMS}/one`);
  await send('DELETE', `${ITEMS}/one`);
  await send('DELETE', ITEMS);
  await send('DELETE', `/api/v1/namespaces/${NAMESPACE}/limitranges?labelSelector=a%3Db`);
}

const widget = (name: string): JsonObject => ({ apiVersion: `${GROUP}/v1`, kind: 'Widget', metadata: { name } });

async function useWidgets(send: Send): Promise<void> {
  await send('POST', WIDGETS, widget('one'));
  await send('POST', WIDGETS, { ...widget('two'), spec: 1 });
  await send('GET', WIDGETS);
  await send('GET', `/apis/${GROUP}/v1/widgets`);
  await send('GET', `${WIDGETS}?fieldSelector=metadata.name%3Done`);
  await send('GET', `${WIDGETS}/one`);
  await send('GET', `${WIDGETS}/none`);
  await send('HEAD', `${WIDGETS}/one`);
  await send('GET', `${WIDGETS}/one/status`);
  await send('GET', `${WIDGETS}/one/scale`);
  await send('GET', `${WIDGETS.replace('/v1/', '/v1beta1/')}/one`);
  await send('GET', `${WIDGETS}?watch=1&timeoutSeconds=1`);
  await send('PATCH', `${WIDGETS}/one/status`, { status: {} }, merge);
  await send('PATCH', `${WIDGETS}/one?fieldManager=test`, widget('one'), apply);
  await send('DELETE', `${WIDGETS}/one`);
  await send('DELETE', WIDGETS);
}

async function usePaths(send: Send): Promise<void> {
  const aggregated = { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' };
  for (const path of ['/livez', '/livez/ping', '/livez?verbose', '/version', '/api', '/apis', '/', '/openapi/v3'])
    await send('GET', path);
  await send('POST', '/livez');
  for (const path of ['/api', '/apis']) await send('GET', path, undefined, aggregated);
  await send('GET', '/openapi/v3/api/v1');
  await send('GET', '/api/v1/unknown');
  await send('GET', '/nothing');
  await send('GET', '/api/v1', undefined, { authorization: 'Bearer wrong' });
}

const rule = (...operations: string[]): JsonObject => ({
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['podtemplates', 'secrets'],
  operations,
});

/** Webhooks that allow, refuse and fail, of both types. */
async function useWebhooks(send: Send, { origin, caBundle }: LabWebhook): Promise<void> {
  const hook = (name: string, path: string, more: JsonObject = {}): JsonObject => ({
    name: `${name}.${GROUP}`,
    clientConfig: { url: `${origin}/admission/${path}`, caBundle },
    rules: [rule('CREATE')],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    objectSelector: { matchLabels: { hook: name } },
    ...more,
  });
  const gone = { clientConfig: { url: 'https://127.0.0.1:1/gone', caBundle }, timeoutSeconds: 1 };
  const hooks = [
    hook('allows', 'allow'),
    hook('refuses', 'deny'),
    hook('fails', 'allow', gone),
    hook('fails-open', 'allow', { ...gone, failurePolicy: 'Ignore' }),
    hook('probe', 'deny'),
  ];
  for (const type of ['mutating', 'validating']) {
    const path = `${ADMISSION}/${type}webhookconfigurations`;
    await send('POST', path, { metadata: { name: 'metrics' }, webhooks: hooks });
    await isEffective(send, 'hook', true);
    for (const name of ['allows', 'refuses', 'fails', 'fails-open'])
      await send('POST', ITEMS, labelled(`${type}-${name}`, name));
    await send('DELETE', `${path}/metrics`);
    await isEffective(send, 'hook', false);
  }
}

const labelled = (name: string, hook: string): JsonObject => ({
  ...podTemplate(name),
  metadata: { name, labels: { hook } },
});

/**
 * Waits until writes with the label `probe` are refused, or allowed again: kube-apiserver follows configurations after
 * a moment. They are writes of a resource that is not compared.
 */
function isEffective(send: Send, label: 'hook' | 'policy', isRefused: boolean): Promise<void> {
  return eventually(async () => {
    const body = { metadata: { name: 'probe', labels: { [label]: 'probe' } } };
    const status = await send('POST', `/api/v1/namespaces/${NAMESPACE}/secrets?dryRun=All`, body);
    if (status >= 400 !== isRefused) throw new Error(`a write with the label ${label} gets ${status}`);
  });
}

/** A policy that refuses and annotates. */
async function usePolicies(send: Send): Promise<void> {
  // The second one tells when both have an effect.
  for (const [name, label] of [
    ['metrics', 'yes'],
    ['metrics-probe', 'probe'],
  ] as const) {
    await send('POST', `${ADMISSION}/validatingadmissionpolicies`, {
      metadata: { name },
      spec: {
        matchConstraints: { resourceRules: [rule('CREATE')], objectSelector: { matchLabels: { policy: label } } },
        validations: [{ expression: "!(object.metadata.name in ['refused', 'probe'])" }],
      },
    });
    await send('POST', `${ADMISSION}/validatingadmissionpolicybindings`, {
      metadata: { name },
      spec: { policyName: name, validationActions: ['Deny', 'Audit'] },
    });
  }
  await isEffective(send, 'policy', true);
  for (const name of ['refused', 'allowed'])
    await send('POST', ITEMS, { ...podTemplate(name), metadata: { name, labels: { policy: 'yes' } } });
}

/** Opens a watch, and creates an object that it gets. Resolves with a function that ends it. */
async function openWatch(transport: Transport, send: Send): Promise<() => Promise<void>> {
  const ending = new AbortController();
  const path = `/api/v1/namespaces/${NAMESPACE}/limitranges?watch=true`;
  const { body } = await transport.send({ method: 'GET', path, headers: {} }, ending.signal);
  if (body instanceof Uint8Array) throw new Error('the watch has ended');
  const events = body[Symbol.asyncIterator]();
  await send('POST', `/api/v1/namespaces/${NAMESPACE}/limitranges`, {
    metadata: { name: 'one' },
    spec: { limits: [] },
  });
  await events.next();
  return async () => {
    ending.abort();
    await events.next().catch(() => undefined);
  };
}
