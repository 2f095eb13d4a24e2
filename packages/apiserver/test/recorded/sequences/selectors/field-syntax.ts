import type { Area, Step } from '../../sequence.ts';
import { asTable, configMap, configMaps, del, get, post, sequence, widgets } from '../../steps.ts';

const quiet = { quiet: true };

/** The namespace's name is filled in later. */
const encoded = (selector: string): string => encodeURIComponent(selector).replace('%24%7BNS%7D', '${NS}');

const select = (selector: string, collection = configMaps): Step =>
  get(`${collection}?fieldSelector=${encoded(selector)}&includeObject=None`, asTable);

const texts = [
  '',
  'metadata.name=a',
  'metadata.name==a',
  'metadata.name!=a',
  'metadata.name=',
  'metadata.name!=',
  'metadata.name',
  'metadata.name=a,',
  ',metadata.name=a',
  'metadata.name=a,,metadata.name!=b',
  'metadata.name=a,metadata.name=b',
  'metadata.name=a, metadata.name!=b',
  ' metadata.name=a',
  'metadata.name =a',
  'metadata.name= a',
  'metadata.name=a=b',
  'metadata.name===a',
  'metadata.name=!a',
  'metadata.name>a',
  'metadata.name in (a)',
  '!metadata.name',
  'metadata.name=a\\,b',
  'metadata.name=a\\=b',
  'metadata.name=a\\\\b',
  'metadata.name=a\\b',
  'metadata.name=a\\',
  'metadata\\.name=a',
  'metadata.name!=a!=b',
  'metadata.name==a==b',
  'metadata.name=a\\=\\=b',
  'metadata.uid=1',
  'metadata.labels.x=1',
  'Metadata.name=a',
  '=',
  '=a',
  '!=',
  '==',
  '!=a',
  'a',
  'a,b',
  'b,metadata.name=a',
  'metadata.name=é',
  'é=1',
  'metadata.name="a"',
  'metadata.namespace=${NS}',
  'metadata.namespace=other',
  'metadata.namespace!=other',
  'metadata.namespace=',
];

/** How field selectors are written. */
export const fieldSelectorSyntax: Area = {
  name: 'field selector syntax',
  sequences: [
    sequence(
      'every operator of fields',
      post(configMaps, configMap('a', {}), quiet),
      post(configMaps, configMap('b', {}), quiet),
      ...texts.map((text) => select(text)),
    ),
    sequence(
      'fields of custom objects that cannot be asked for',
      ...['metadata.name=a', 'metadata.uid=1', 'spec.bogus=1', '.spec.color=red', 'spec=1', 'a', 'status.phase=x'].map(
        (text) => select(text, widgets),
      ),
    ),
    sequence(
      'fields where only a name is meant',
      post(configMaps, configMap('a', {}), quiet),
      get(`${configMaps}/a?fieldSelector=metadata.name%3Db`),
      get(`${configMaps}/a?fieldSelector=bogus`),
      del(`${configMaps}/a?fieldSelector=metadata.name%3Db&dryRun=All`),
      del(`${configMaps}?fieldSelector=metadata.name%3Dother`),
      del(`${configMaps}?fieldSelector=bogus%3D1`),
      del(`${configMaps}?fieldSelector=bogus`),
      get(configMaps, asTable),
    ),
  ],
};
