import {
  controllersOfResource,
  defaultProjectPaths,
  type ProjectFile,
  type ProjectResource,
  PROJECT_LAYOUT,
} from '@kb/codegen';
import type { CustomResourceDefinition, ReadDefinition } from '@kb/import';
import { describe, expect, test } from 'vitest';
import { CliError } from '../cli-error.ts';
import { chooseKind } from './choose-kind.ts';
import { withChosenVersions } from './choose-versions.ts';
import { externalResources } from './external-resources.ts';

/** Versions in ascending order of preference; `*` marks the storage version, `-` one that is not served. */
function definition(kind: string, group: string, versions = 'v1*'): CustomResourceDefinition {
  const plural = `${kind.toLowerCase()}s`;
  return {
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: { kind, plural },
      scope: 'Namespaced',
      versions: versions.split(' ').map((version) => ({
        name: version.replace(/[-*]/g, ''),
        served: !version.includes('-'),
        storage: version.includes('*'),
        schema: { openAPIV3Schema: { type: 'object' } },
      })),
    },
  };
}

function read(...definitions: readonly CustomResourceDefinition[]): ReadDefinition[] {
  return definitions.map((each, index) => ({
    definition: each,
    place: { file: 'crds.yaml', document: index + 1, line: 1, locate: () => undefined },
  }));
}

describe('the kind', () => {
  const route = definition('Route', 'net.example.org');
  const gateway = definition('Gateway', 'net.example.org');
  const otherRoute = definition('Route', 'other.example.org');

  test.each([
    [[route], {}, route],
    [[route, gateway], { kind: 'Gateway' }, gateway],
    [[route, otherRoute], { group: 'other.example.org' }, otherRoute],
    [[route, gateway, otherRoute], { kind: 'Route', group: 'net.example.org' }, route],
  ])('%#', (there, wanted, want) => {
    expect(chooseKind(read(...there), wanted).definition).toBe(want);
  });

  test.each([
    ['several', [route, gateway], {}, 'KB_KIND_AMBIGUOUS', 'Select one with --kind.'],
    [
      'one of two groups',
      [route, otherRoute],
      { kind: 'Route' },
      'KB_KIND_AMBIGUOUS',
      'Select its group with --group.',
    ],
    ['a misspelt one', [route, gateway], { kind: 'Rout' }, 'KB_KIND_NOT_FOUND', 'Did you mean --kind Route?'],
    [
      'a misspelt group',
      [route],
      { kind: 'Route', group: 'net.example.com' },
      'KB_KIND_NOT_FOUND',
      'Did you mean --group net.example.org?',
    ],
    ['something else', [route], { kind: 'Certificate' }, 'KB_KIND_NOT_FOUND', undefined],
  ])('%s: lists the source', (_name, there, wanted, code, hint) => {
    const choosing = (): unknown => chooseKind(read(...there), wanted);
    expect(choosing).toThrow(CliError);
    expect(choosing).toThrow(expect.objectContaining({ code, hint }));
    for (const { spec } of there) expect(choosing).toThrow(`--kind ${spec.names.kind} --group ${spec.group}  (v1)`);
  });

  test('a source without any', () => {
    expect(() => chooseKind([], { kind: 'Route' })).toThrow('the source does not have Route');
  });

  test('does not list a whole cluster', () => {
    const many = Array.from({ length: 100 }, (_, index) => definition(`Kind${index}`, 'many.example.org'));
    expect(() => chooseKind(read(...many), {})).toThrow('  and 60 more');
  });
});

describe('the versions', () => {
  test.each<[versions: string, asked: string | undefined, there: string[], want: string]>([
    ['v1*', undefined, [], 'v1*'],
    ['v1beta1* v1', undefined, [], 'v1*'],
    ['v1 v1beta1*', 'v1beta1', [], 'v1beta1*'],
    ['v2alpha1* v1beta1', undefined, [], 'v1beta1*'],
    ['v2- v1*', undefined, [], 'v1*'],
    ['v1alpha1 v1beta1* v1', 'v1alpha1', ['v1'], 'v1alpha1 v1*'],
    ['v1alpha1 v1beta1* v1', undefined, ['v1beta1'], 'v1beta1*'],
    ['v1* v1beta1', 'v1beta1', ['v1', 'v1beta1'], 'v1* v1beta1'],
    ['v2beta1 v2*', 'v2', ['v1', 'v2beta1'], 'v2beta1 v2*'],
    ['v1-* v2', 'v2', ['v1'], 'v2*'],
  ])('of %j with --version %s where %j are there: %j', (versions, asked, there, want) => {
    const chosen = withChosenVersions(definition('Route', 'net.example.org', versions), { asked, there });
    expect(chosen).toEqual(definition('Route', 'net.example.org', want));
  });

  test.each<[versions: string, asked: string | undefined, there: string[], says: string]>([
    ['v1*', 'v2', [], 'routes.net.example.org is not served in v2'],
    ['v1* v2-', 'v2', [], 'routes.net.example.org is not served in v2'],
    ['v1-*', undefined, [], 'no version of routes.net.example.org is served'],
    ['v2*', undefined, ['v1'], 'is no longer served in v1, which the project has'],
  ])('of %j with --version %s where %j are there: refused', (versions, asked, there, says) => {
    const choosing = (): unknown =>
      withChosenVersions(definition('Route', 'net.example.org', versions), { asked, there });
    expect(choosing).toThrow(says);
    expect(choosing).toThrow(expect.objectContaining({ code: 'KB_VERSION_NOT_SERVED' }));
  });

  test('does not change the definition that it was made from', () => {
    const whole = definition('Route', 'net.example.org', 'v1beta1* v1');
    withChosenVersions(whole, { asked: undefined, there: [] });
    expect(whole).toEqual(definition('Route', 'net.example.org', 'v1beta1* v1'));
  });
});

describe('the resources in PROJECT', () => {
  const route = definition('Route', 'net.example.org', 'v1beta1 v1*');
  const project: ProjectFile = {
    version: '3',
    domain: 'example.com',
    repo: 'example.com/shop',
    projectName: 'shop',
    layout: [PROJECT_LAYOUT],
    paths: defaultProjectPaths,
    resources: [],
  };
  const common = { domain: 'example.org', external: true, group: 'net', kind: 'Route' };

  test('one for each version, the preferred one first, without the fields of own kinds', () => {
    expect(externalResources(route, [], project, {})).toEqual([
      { ...common, path: '@shop/api/net.example.org/v1', version: 'v1' },
      { ...common, path: '@shop/api/net.example.org/v1beta1', version: 'v1beta1' },
    ]);
  });

  test('has an irregular plural', () => {
    const odd = { ...route, spec: { ...route.spec, names: { kind: 'Route', plural: 'routen' } } };
    expect(externalResources(odd, [], project, {})).toMatchObject([{ plural: 'routen' }, { plural: 'routen' }]);
  });

  test.each([
    ['for the preferred version', undefined, [], ['v1']],
    ['for the one that was asked for', 'v1beta1', [], ['v1beta1']],
    ['one is enough', 'v1', ['v1beta1'], ['v1beta1']],
    ['that of a version that is gone is for another', undefined, ['v1alpha1'], ['v1']],
  ])('a controller: %s', (_name, version, before, want) => {
    const there = before.map((name) => ({ ...common, controller: true, version: name, other: { mine: 1 } }));
    const resources = externalResources(route, there, project, { version, controller: true });
    expect(resources.filter(({ controller }) => controller).map((resource) => resource.version)).toEqual(want);
    expect(resources.filter(({ other }) => other?.['mine'] === 1)).toHaveLength(
      before.filter((name) => name !== 'v1alpha1').length,
    );
  });

  test.each([
    ['is added where the kind has none', true, ['v1']],
    ['is not added without --controller', false, []],
  ])('a controller %s', (_name, controller, want) => {
    const there = [{ ...common, version: 'v1' }];
    const resources = externalResources(route, there, project, { controller });
    expect(resources.filter((resource) => resource.controller).map(({ version }) => version)).toEqual(want);
  });

  test('a controller has the name of the group too, if a kind of another group has its name', () => {
    const own: ProjectResource = { api: { crdVersion: 'v1' }, kind: 'Route', version: 'v1', controller: true };
    const resources = externalResources(route, [], { ...project, resources: [own] }, { controller: true });
    expect(resources.map(controllersOfResource)).toEqual([['net-route'], []]);
  });

  test('a controller keeps its name when its version is gone', () => {
    const there = [{ ...common, controllers: [{ name: 'net-route' }], version: 'v1alpha1' }];
    const resources = externalResources(route, there, { ...project, resources: there }, {});
    expect(resources.map(controllersOfResource)).toEqual([['net-route'], []]);
  });
});
