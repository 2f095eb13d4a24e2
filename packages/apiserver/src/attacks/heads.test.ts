import { findSlowAttack, type Reader } from '@kb/linear-time';
import { expect, test } from 'vitest';
import { configMap, CONFIG_MAPS, PODS, startWire, WIDGETS, widgetDefinition } from '../test-support/wire.ts';
import { sender } from '../test-support/attack-sender.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const OBJECT = JSON.stringify(configMap('a'));

/** Headers that the server reads, each on its own. */
const KNOWN_HEADERS = [
  'accept',
  'accept-encoding',
  'audit-id',
  'authorization',
  'content-type',
  'host',
  'if-none-match',
  'impersonate-group',
  'impersonate-user',
  'origin',
  'user-agent',
];

/** Unknown headers, all with the same value. */
const OTHER_HEADERS = [
  'baggage',
  'connection',
  'content-encoding',
  'content-length',
  'cookie',
  'expect',
  'forwarded',
  'if-modified-since',
  'impersonate-extra-a',
  'impersonate-uid',
  'range',
  'sec-fetch-site',
  'sec-websocket-key',
  'sec-websocket-protocol',
  'sec-websocket-version',
  'te',
  'traceparent',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-for',
  'x-remote-extra-a',
  'x-remote-group',
  'x-remote-user',
  'x-unknown',
];

/** Requests by purpose, with the parameters that only they have. */
const REQUESTS: readonly { readonly method: string; readonly path: string; readonly parameters: readonly string[] }[] =
  [
    {
      method: 'GET',
      path: WIDGETS,
      parameters: [
        'continue',
        'fieldSelector',
        'includeObject',
        'labelSelector',
        'limit',
        'pretty',
        'resourceVersion',
        'resourceVersionMatch',
        'timeout',
        'unknown',
      ],
    },
    {
      method: 'GET',
      path: `${CONFIG_MAPS}?watch=1`,
      parameters: ['allowWatchBookmarks', 'sendInitialEvents', 'timeoutSeconds', 'watch'],
    },
    { method: 'POST', path: CONFIG_MAPS, parameters: ['dryRun', 'fieldManager', 'fieldValidation'] },
    { method: 'PATCH', path: `${WIDGETS}/a`, parameters: ['force'] },
    {
      method: 'DELETE',
      path: `${CONFIG_MAPS}/nope`,
      parameters: ['gracePeriodSeconds', 'orphanDependents', 'propagationPolicy'],
    },
    {
      method: 'GET',
      path: `${PODS}/a/log`,
      parameters: ['container', 'limitBytes', 'sinceSeconds', 'sinceTime', 'tailLines'],
    },
  ];

const send = sender(() =>
  startWire({ authentication: { tokens: { known: { name: 'ann' } } }, crds: [widgetDefinition()] }),
);

const headersReader = (name: string, names: readonly string[]): Reader => ({
  name,
  read: async (text) => {
    const headers = Object.fromEntries(names.map((header) => [header, text]));
    await send('GET', CONFIG_MAPS, headers);
    await send('POST', WIDGETS, { ...JSON_TYPE, ...headers }, OBJECT);
  },
});

const headers = [
  ...KNOWN_HEADERS.map((header) => headersReader(`the header ${header}`, [header])),
  headersReader('each other header', OTHER_HEADERS),
];

const parameters = REQUESTS.flatMap(({ method, path, parameters: names }) =>
  names.map((parameter): Reader => ({
    name: `the parameter ${parameter}`,
    read: (text) => {
      const query = `${path.includes('?') ? '&' : '?'}${parameter}=${encodeURIComponent(text)}`;
      return send(method, path + query, JSON_TYPE, method === 'POST' || method === 'PATCH' ? OBJECT : undefined);
    },
  })),
);

const others: readonly Reader[] = [
  {
    name: 'a header that impersonates more',
    read: (text) => send('GET', '/version', { 'impersonate-user': 'a', [`impersonate-extra-${text}`]: 'b' }),
  },
  { name: 'a bearer token', read: (text) => send('GET', '/version', { authorization: `Bearer ${text}` }) },
  { name: 'basic credentials', read: (text) => send('GET', '/version', { authorization: `Basic ${text}` }) },
  {
    name: 'parameters of a content type',
    read: (text) => send('POST', CONFIG_MAPS, { 'content-type': `application/json; a=b${text}` }, OBJECT),
  },
  {
    name: 'a value of a parameter of a content type',
    read: (text) => send('POST', CONFIG_MAPS, { 'content-type': `application/json; a="${text}` }, OBJECT),
  },
  {
    name: 'parameters of an accepted type',
    read: (text) => send('GET', WIDGETS, { accept: `application/json;${text}` }),
  },
  { name: 'subtypes that are accepted', read: (text) => send('GET', WIDGETS, { accept: `application/${text}` }) },
  { name: 'the method', read: (text) => send(text, CONFIG_MAPS) },
  {
    name: 'a query as it comes',
    read: (text) => send('GET', `${CONFIG_MAPS}?${text}`),
    own: ['a&', 'a=b&', '&', ';&', '%zz&', 'dryRun=All&', 'labelSelector=a&'],
  },
  {
    name: 'a query of selected names',
    read: (text) => send('GET', `${CONFIG_MAPS}?fieldSelector=${encodeURIComponent(`metadata.name=${text}`)}`),
  },
  { name: 'a path', read: (text) => send('GET', `/${text}`) },
  { name: 'a request target without a slash', read: (text) => send('GET', text) },
  ...[
    '/api/',
    '/apis/',
    '/api/v1/',
    '/api/v1/watch/',
    `${CONFIG_MAPS}/`,
    `${PODS}/a/proxy/`,
    '/openapi/v3/',
    '/readyz/',
  ].map((prefix): Reader => ({
    name: `what follows ${prefix}`,
    read: async (text) => {
      await send('GET', `${prefix}${text}`);
      await send('POST', `${prefix}${encodeURIComponent(text)}`, JSON_TYPE, OBJECT);
    },
  })),
];

test.each([...headers, ...parameters, ...others])('reads $name in linear time', async (reader) => {
  expect(await findSlowAttack(reader)).toBeUndefined();
});
