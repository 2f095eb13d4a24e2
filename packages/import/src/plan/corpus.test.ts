import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { equalJson } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { readDefinitions } from '../read/read-definitions.ts';
import { planTypes } from './plan-types.ts';
import { wordsOf } from './words/words.ts';
import { typesOf } from './test-support/definitions.ts';
import type { FolderPlan, PlannedType } from '../type-plan.ts';

const corpus = path.join(import.meta.dirname, '../../../../../shared/corpus/crds');
const isThere = existsSync(corpus);
if (!isThere)
  console.warn('SKIPPED: there is no corpus of real CRDs beside the project: no names of their types were looked at');

/** The folders of each project of the corpus. */
function planCorpus(): readonly FolderPlan[] {
  return readdirSync(corpus).flatMap((project) => {
    const files = readdirSync(path.join(corpus, project)).map((file) => path.join(corpus, project, file));
    const texts = files.map((file) => ({ name: path.basename(file), text: readFileSync(file, 'utf8') }));
    return planTypes(readDefinitions(texts).definitions.map(({ definition }) => definition));
  });
}

describe.skipIf(!isThere)('the types of real CRDs', () => {
  const folders = isThere ? planCorpus() : [];
  const types = folders.flatMap(typesOf);
  const named = types.filter(({ kind }) => kind === undefined);

  test('exist', () => {
    expect(types.length).toBeGreaterThan(2000);
  });

  test('have no name with a number at its end that no field or kind has', () => {
    const invented = folders.flatMap((folder) => {
      const known = new Set(typesOf(folder).flatMap(digitsIn));
      return typesOf(folder).flatMap(({ name }) => {
        const last = /[A-Za-z]+\d+$/.exec(wordsOf(name).at(-1) ?? '')?.[0];
        return last === undefined || known.has(last.toLowerCase()) ? [] : [name];
      });
    });
    expect(invented).toEqual([]);
  });

  test('have short names', () => {
    const long = named.filter(({ name }) => name.length > 40);
    // Names of kinds and of types of Kubernetes are fixed.
    expect(long.length / named.length).toBeLessThan(0.005);
    expect(Math.max(...named.map(({ name }) => name.length))).toBeLessThan(56);
  });

  test('are declared once', () => {
    for (const folder of folders) {
      const objects = typesOf(folder).filter(
        ({ kind, schema }) => kind === undefined && schema.properties !== undefined,
      );
      const bySize = Map.groupBy(objects, sizeOf);
      for (const same of bySize.values()) {
        for (const [index, type] of same.entries()) {
          expect(same.slice(0, index).filter((other) => equalJson(other.schema, type.schema))).toEqual([]);
        }
      }
    }
  });

  test('have names that do not repeat words', () => {
    const stuttering = named.filter(({ name }) => {
      // A kind may be called Status.
      const words = wordsOf(name.replace(/StatusStatus$/, 'Status'));
      return words.some((word, index) => index > 0 && word === words[index - 1]);
    });
    expect(stuttering.map(({ name }) => name)).toEqual([]);
  });

  test.each([
    [
      'cert-manager.io/v1',
      ['IssuerSpec', 'CertificateCondition', 'SecretKeySelector', 'ACMEChallengeSolver', 'PodSpec', 'VaultAuth'],
    ],
    [
      'gateway.networking.k8s.io/v1',
      ['RouteStatus', 'HTTPRouteRule', 'HTTPRouteMatch', 'HTTPHeaderMatch', 'ParentReference', 'GatewayStatusAddress'],
    ],
    [
      'monitoring.coreos.com/v1',
      ['RelabelConfig', 'RemoteWriteSpec', 'TLSConfig', 'Container', 'EnvVarSource', 'RuleGroup', 'OAuth2'],
    ],
    ['cluster.x-k8s.io/v1beta2', ['MachineSpec', 'MachineTemplate', 'ClusterClassPatch', 'JSONSchemaProps']],
    [
      'external-secrets.io/v1',
      ['SecretStoreSpec', 'ExternalSecretData', 'AWSAuth', 'CAProvider', 'BitwardenSecretsManager'],
    ],
    [
      'postgresql.cnpg.io/v1',
      ['PodTemplateSpec', 'Container', 'BackupSnapshotElementStatus', 'SecretsResourceVersion'],
    ],
  ])('%s has the names that its users know', (groupVersion, want) => {
    const names = folders
      .filter(({ group, version }) => `${group}/${version}` === groupVersion)
      .flatMap((folder) => typesOf(folder).map(({ name }) => name));
    expect(names).toEqual(expect.arrayContaining(want));
  });
});

/** A cheap key that differs for most types that differ. */
function sizeOf({ schema }: PlannedType): string {
  return Object.keys(schema.properties ?? {}).join();
}

/** The last words with numbers in the names of a type's fields, and of a kind. */
function digitsIn({ schema, kind }: PlannedType): readonly string[] {
  const names = [...Object.keys(schema.properties ?? {}), kind?.definition.spec.names.kind ?? ''];
  return names.map((name) => wordsOf(name).at(-1)?.toLowerCase() ?? '');
}
