import { type Crowd, FIRST_CONFIG_MAP, kindPath } from '../crowd/crowd.ts';
import { CONFIG_MAPS, nameOf } from '../crowd/objects.ts';
import { type BulkWork, reading } from './bulk-work.ts';

const PAGE = 500;
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const METADATA = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
const METADATA_PROTOBUF = 'application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';

/** Lists of all ConfigMaps in every format, and of custom objects. */
export const lists: readonly BulkWork[] = [
  reading('list as JSON', CONFIG_MAPS),
  reading('list as JSON, gzip', CONFIG_MAPS, { gzip: true }),
  reading('list as indented JSON', `${CONFIG_MAPS}?pretty=true`),
  reading('list as protobuf', CONFIG_MAPS, { accept: 'application/vnd.kubernetes.protobuf' }),
  reading('list as YAML', CONFIG_MAPS, { accept: 'application/yaml' }),
  reading('list as Table', CONFIG_MAPS, { accept: TABLE }),
  reading('list of metadata', CONFIG_MAPS, { accept: METADATA }),
  reading('list of metadata as protobuf', CONFIG_MAPS, { accept: METADATA_PROTOBUF }),
  reading('list of custom objects', kindPath(0)),
  reading('list of definitions', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'),
  reading('list by label', `${CONFIG_MAPS}?labelSelector=app%3Dapp-7`),
  reading('list by field', `${CONFIG_MAPS}?fieldSelector=metadata.name%3D${nameOf(7)}`),
  {
    name: `list in pages of ${PAGE}`,
    repeatable: true,
    run: (crowd) => readPages(crowd, ''),
  },
  {
    name: `list in pages of ${PAGE}, of an older revision`,
    run: async (crowd) => {
      const first = await readPage(crowd, '');
      await crowd.load.run(crowd.sizes.updates, (index) => ({
        method: 'PATCH',
        path: FIRST_CONFIG_MAP,
        body: JSON.stringify({ data: { text: String(index) } }),
        contentType: 'application/merge-patch+json',
      }));
      await readPages(crowd, first);
    },
  },
];

/** Reads pages from a continue token to the end. */
async function readPages(crowd: Crowd, from: string): Promise<void> {
  let token = await readPage(crowd, from);
  while (token !== '') token = await readPage(crowd, token);
}

/** Reads a page. Returns the continue token of the next one; empty after the last. */
async function readPage({ load }: Crowd, token: string): Promise<string> {
  const next = token === '' ? '' : `&continue=${encodeURIComponent(token)}`;
  const text = await load.request({ method: 'GET', path: `${CONFIG_MAPS}?limit=${PAGE}${next}` });
  // A list begins with its metadata, so the objects need not be parsed.
  return /"continue":"([^"]*)"/.exec(text.slice(0, 1000))?.[1] ?? '';
}
