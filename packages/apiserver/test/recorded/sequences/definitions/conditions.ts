import type { Area, RequestStep, Step } from '../../sequence.ts';
import { asTable, del, frames, get, mergePatch, post, sequence, startWatch } from '../../steps.ts';
import { crd, crds, definition, quiet, served, thing, things, v1 } from './definition-of.ts';

const base = { plural: 'things', singular: 'thing', shortNames: ['th', 'tg'], kind: 'Thing', listKind: 'ThingList' };
const first = definition([v1()], { names: base });

/** A second definition of the group. */
const rival = (names: object = {}, plural = 'rivals'): object =>
  definition([v1()], { names: { plural, kind: 'Rival', ...names } }, { name: `${plural}.\${NS}.example.com` });
const rivalPath = (plural = 'rivals'): string => `${crds}/${plural}.\${NS}.example.com`;

/** Creates a second definition, and shows what becomes of it. */
const conflict = (names: object, plural?: string): Step[] => [
  ...served(first),
  get(crd, { quiet: true, shows: 'InitialNamesAccepted' }),
  post(crds, rival(names, plural), quiet),
  get(rivalPath(plural), { shows: 'NotAccepted' }),
  get(things('v1', plural ?? 'rivals')),
];
const renamed = (path: string, names: object, shows: string, options: object = {}): RequestStep[] => [
  mergePatch(path, { spec: { names } }, quiet),
  get(path, { shows, ...options }),
];

/** What the server says about the names of definitions, and whether it serves them. */
export const definitionConditions: Area = {
  name: 'conditions of definitions',
  sequences: [
    sequence(
      'from the beginning',
      startWatch('w', `${crds}?fieldSelector=metadata.name%3Dthings.\${NS}.example.com`),
      post(crds, first),
      frames('w', 3),
    ),
    sequence('a plural that is a short name', ...conflict({}, 'th')),
    sequence('a plural that is a singular', ...conflict({}, 'thing')),
    sequence('a singular that is a plural', ...conflict({ singular: 'things' })),
    sequence('a short name that is taken', ...conflict({ shortNames: ['new', 'th'] })),
    sequence('short names that are taken', ...conflict({ shortNames: ['thing', 'new', 'th', 'things'] })),
    sequence('a kind that is taken', ...conflict({ kind: 'Thing', listKind: 'Rivals' })),
    sequence('a kind that is a kind of lists', ...conflict({ kind: 'ThingList', listKind: 'Rivals' })),
    sequence('a kind of lists that is taken', ...conflict({ listKind: 'ThingList' })),
    sequence('a kind of lists that is a kind', ...conflict({ listKind: 'Thing' })),
    sequence('everything is taken', ...conflict({ singular: 'th', shortNames: ['tg'], kind: 'Thing' }, 'thing')),
    sequence(
      'names that a definition has twice',
      ...served(
        definition([v1()], { names: { plural: 'things', singular: 'things', shortNames: ['things'], kind: 'Thing' } }),
      ),
      get(crd, { shows: 'InitialNamesAccepted' }),
    ),
    sequence(
      'names of other groups and of other case',
      ...served(first),
      post(crds, rival({ kind: 'thing', listKind: 'thingList', singular: 'rival' }), quiet),
      get(rivalPath(), { shows: 'InitialNamesAccepted' }),
    ),
    sequence(
      'a conflict that ends when the other definition goes',
      ...conflict({ kind: 'Thing', shortNames: ['th'] }),
      startWatch('w', `${crds}?fieldSelector=metadata.name%3Drivals.\${NS}.example.com`),
      frames('w', 1),
      del(crd, undefined, quiet),
      frames('w', 2),
      get(rivalPath(), { shows: 'InitialNamesAccepted' }),
      get(things('v1', 'rivals'), { retry: true }),
      get('/apis/${NS}.example.com/v1', { shows: 'rivals' }),
    ),
    sequence(
      'a conflict that ends when the other definition is renamed',
      ...conflict({ shortNames: ['th'] }),
      mergePatch(crd, { spec: { names: { shortNames: ['tg'] } } }, quiet),
      get(rivalPath(), { shows: 'InitialNamesAccepted' }),
    ),
    sequence(
      'a conflict that ends when the definition is renamed',
      ...conflict({ kind: 'Thing' }),
      ...renamed(rivalPath(), { kind: 'Rival', listKind: 'RivalList', singular: 'rival' }, 'InitialNamesAccepted'),
    ),
    sequence(
      'names that are taken from an established definition',
      ...served(first),
      post(crds, rival(), quiet),
      get(rivalPath(), { quiet: true, shows: 'InitialNamesAccepted' }),
      post(things(), thing('a'), { quiet: true, retry: true }),
      ...renamed(crd, { singular: 'rival', shortNames: ['th', 'rivals'], categories: ['all'] }, 'ShortNamesConflict'),
      get(`${things()}/a`, { retry: true }),
      get(things(), asTable),
      post(things(), thing('b'), { retry: true }),
    ),
    sequence(
      'names of its own in other places',
      ...served(first),
      get(crd, { quiet: true, shows: 'InitialNamesAccepted' }),
      ...renamed(crd, { singular: 'things' }, 'SingularConflict'),
      ...renamed(crd, { singular: 'thing', shortNames: ['thing', 'things', 'th'] }, 'ShortNamesConflict'),
      ...renamed(crd, { shortNames: ['th', 'tg'], listKind: 'Thing2' }, '"listKind":"Thing2"},"storedVersions"'),
    ),
    sequence(
      'names that are as before the conflict',
      ...served(first),
      post(crds, rival(), quiet),
      get(rivalPath(), { quiet: true, shows: 'InitialNamesAccepted' }),
      ...renamed(crd, { singular: 'rival' }, 'SingularConflict'),
      mergePatch(crd, { spec: { names: { singular: 'thing' } } }, quiet),
      mergePatch(crd, { metadata: { labels: { a: 'b' } } }),
      post(things(), thing('a'), { quiet: true, retry: true }),
      get(crd),
      ...renamed(crd, { singular: 'other' }, 'NoConflicts'),
    ),
    sequence(
      'conditions that a client takes away',
      ...served(first),
      get(crd, { quiet: true, shows: 'InitialNamesAccepted' }),
      mergePatch(
        `${crd}/status`,
        {
          status: {
            conditions: [{ type: 'NamesAccepted', status: 'True', reason: 'Mine', message: 'mine' }],
          },
        },
        quiet,
      ),
      get(crd, { shows: 'InitialNamesAccepted' }),
      get(things(), { quiet: true, retry: true }),
      mergePatch(`${crd}/status`, { status: { conditions: null } }),
      // kube-apiserver takes a moment to stop serving.
      get(things(), { quiet: true, until: 404 }),
      post(things(), thing('a')),
      get(crd),
      mergePatch(`${crd}/status`, { status: { acceptedNames: { singular: 'other' } } }, quiet),
      get(crd, { shows: 'InitialNamesAccepted' }),
    ),
    sequence(
      'authorities that are none',
      post(
        crds,
        definition([v1()], {
          conversion: {
            strategy: 'Webhook',
            webhook: {
              clientConfig: { url: '${WEBHOOK}/convert', caBundle: 'bm9uZQ==' },
              conversionReviewVersions: ['v1'],
            },
          },
        }),
        quiet,
      ),
      get(crd, { shows: 'InvalidCABundle' }),
      get(things()),
      get(`${things()}/a`),
      get('/apis/${NS}.example.com/v1'),
      mergePatch(crd, { spec: { conversion: { webhook: { clientConfig: { caBundle: '${WEBHOOK_CA}' } } } } }, quiet),
      get(crd, { shows: 'InitialNamesAccepted' }),
      get(things(), { retry: true }),
    ),
  ],
};
