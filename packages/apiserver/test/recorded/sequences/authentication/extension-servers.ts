import { fixedCertificate } from '../../lab/fixed-certificates.ts';
import type { Area, RequestStep, Sequence } from '../../sequence.ts';
import { del, get, post, sequenceAlone } from '../../steps.ts';

const collection = '/api/v1/namespaces/kube-system/configmaps';
const name = 'extension-apiserver-authentication';
const item = `${collection}/${name}`;
const [first, second, expired] = [
  fixedCertificate('first'),
  fixedCertificate('second'),
  fixedCertificate('expired'),
] as const;

const create = (data: object, rest: object = {}): RequestStep =>
  post(collection, { metadata: { name }, data, ...rest }, { quiet: true });
/** The ConfigMap, once the server has written to it. */
const rewritten = get(item, { shows: '"manager":"kube-apiserver"' });

/** A ConfigMap that a user creates; its name is free before and afterwards. */
const written = (title: string, data: object, ...then: RequestStep[]): Sequence =>
  sequenceAlone(title, create(data), ...then, del(item, undefined, { quiet: true }));

/** What a server with authorities writes for extension servers, for the area that has some. */
export const ofServerWithAuthorities: Sequence = sequenceAlone(
  'what extension servers learn of the authorities',
  get(item, { until: 200 }),
  get(item, { certificate: 'ann' }),
  del(item),
  get(item, { until: 200 }),
);

/** What the server makes of the ConfigMap for extension servers that users write, while it has no authorities. */
export const extensionServers: Area = {
  name: 'authentication by extension servers',
  sequences: [
    sequenceAlone('there is no ConfigMap without authorities', get(item)),
    written(
      'the names of headers are written',
      { 'requestheader-client-ca-file': first, 'requestheader-username-headers': '["X-User", "X-Name","X-User"]' },
      rewritten,
    ),
    written(
      'each valid authority is kept once',
      { 'requestheader-client-ca-file': `text\n${first}${expired}between\n${second}${first}` },
      rewritten,
    ),
    written(
      'other line breaks are replaced',
      { 'requestheader-client-ca-file': fixedCertificate('second', '\r\n') },
      rewritten,
    ),
    written(
      'authorities of clients are kept without those of proxies',
      { 'client-ca-file': `${second}\n${first}`, 'requestheader-username-headers': '["X-User"]', other: 'removed' },
      rewritten,
    ),
    written(
      'authorities that have expired are removed',
      {
        'client-ca-file': expired,
        'requestheader-client-ca-file': first,
        'requestheader-uid-headers': '[]',
        'requestheader-group-headers': 'null',
        'requestheader-extra-headers-prefix': '["X-Extra-", null]',
        'requestheader-allowed-names': '["ann"]',
      },
      rewritten,
    ),
    written(
      'names of uid headers are kept',
      { 'requestheader-client-ca-file': first, 'requestheader-uid-headers': '["X-Uid"]' },
      rewritten,
    ),
    written(
      'lists that cannot be read stay',
      { 'requestheader-client-ca-file': first, 'requestheader-group-headers': 'X-Group', other: 'kept' },
      get(item),
    ),
    written(
      'lists of something else stay',
      { 'requestheader-client-ca-file': first, 'requestheader-group-headers': '[1]', other: 'kept' },
      get(item),
    ),
    written(
      'authorities that cannot be read stay',
      { 'requestheader-client-ca-file': 'nothing', 'requestheader-group-headers': '["X"]', other: 'kept' },
      get(item),
    ),
    sequenceAlone(
      'an immutable ConfigMap stays',
      create({ 'requestheader-client-ca-file': first }, { immutable: true }),
      get(item),
      del(item, undefined, { quiet: true }),
    ),
    sequenceAlone(
      'bytes and metadata are kept',
      post(
        collection,
        {
          metadata: { name, labels: { a: 'b' } },
          data: { 'requestheader-client-ca-file': first },
          binaryData: { raw: 'AAE=' },
        },
        { quiet: true },
      ),
      rewritten,
      del(item, undefined, { quiet: true }),
    ),
  ],
};
