import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { readYaml } from '@kb/apimachinery/yaml';
import { corpusDefinitions } from '../../../conformance/src/import/definitions/definition-files.ts';
import { alertmanagerConfig } from './objects/alertmanager-config.ts';
import type { BenchKind } from './objects/bench-kind.ts';
import { gateway } from './objects/gateway.ts';
import { httpRoute } from './objects/http-route.ts';

/** A Publication of CloudNativePG that names three tables. */
const publication: JsonObject = {
  apiVersion: 'postgresql.cnpg.io/v1',
  kind: 'Publication',
  metadata: { name: 'orders', labels: { app: 'shop' } },
  spec: {
    cluster: { name: 'shop' },
    dbname: 'shop',
    name: 'orders',
    parameters: { publish: 'insert,update' },
    publicationReclaimPolicy: 'retain',
    target: {
      objects: [
        { table: { name: 'orders', schema: 'public', columns: ['id', 'customer', 'total'] } },
        { table: { name: 'lines', schema: 'public', only: true } },
        { table: { name: 'customers', schema: 'public' } },
      ],
    },
  },
};

const chosen = [
  { name: 'small (Publication)', file: 'cloudnative-pg/publications.postgresql.cnpg.io.yaml', object: publication },
  { name: 'middle (Gateway)', file: 'gateway-api/gateways.gateway.networking.k8s.io.yaml', object: gateway },
  {
    name: 'most rules (HTTPRoute)',
    file: 'gateway-api/httproutes.gateway.networking.k8s.io.yaml',
    object: httpRoute,
  },
  {
    name: 'largest (AlertmanagerConfig)',
    file: 'prometheus-operator/alertmanagerconfigs.monitoring.coreos.com.yaml',
    object: alertmanagerConfig,
  },
];

/** Reads the CRDs of real projects that are measured, with objects of ours; undefined without the corpus. */
export function readCorpusKinds(): readonly BenchKind[] | undefined {
  if (!existsSync(corpusDefinitions)) return undefined;
  return chosen.map(({ name, file, object }) => ({
    name,
    object,
    definition: readDefinitionFile(path.join(corpusDefinitions, file)),
  }));
}

/** Reads a file with one definition. */
function readDefinitionFile(file: string): JsonObject {
  const { value, problem } = readYaml(readFileSync(file, 'utf8'));
  if (value === undefined || !isJsonObject(value)) throw new Error(`${file}: ${problem?.message ?? 'no definition'}`);
  return value;
}
