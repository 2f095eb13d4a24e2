/**
 * What the page shows, whole: a link has all of it. Links are fragments (`#/objects/…`), which a browser keeps when the
 * server sends it from the address with the session's secret to the one without.
 */
export type Route = ObjectsRoute | ObjectRoute | OperatorRoute | HistoryRoute | HomeRoute | UnknownRoute;

/** Nothing is chosen yet. */
export interface HomeRoute extends SharedState {
  readonly view: 'home';
}

/** An address that names nothing of the page. */
export interface UnknownRoute extends SharedState {
  readonly view: 'unknown';
  /** The address, without what is behind its question mark. */
  readonly path: string;
}

/** The table of a kind. */
export interface ObjectsRoute extends SharedState, KindPath {
  readonly view: 'objects';
  readonly filter?: string;
  /** A column; with a minus in front from the last to the first. */
  readonly sort?: string;
  readonly wide?: boolean;
}

/** One object. */
export interface ObjectRoute extends SharedState, KindPath {
  readonly view: 'object';
  readonly objectNamespace?: string;
  readonly name: string;
  readonly tab?: string;
}

/** What the operator does. */
export interface OperatorRoute extends SharedState {
  readonly view: 'operator';
  readonly tab?: string;
  readonly controller?: string;
  /** `NAMESPACE/NAME`, or the name alone. */
  readonly key?: string;
  /** A reconcileID. */
  readonly run?: string;
}

/** The writes of the kept history. */
export interface HistoryRoute extends SharedState {
  readonly view: 'history';
}

/** A kind as in the paths of the API. */
export interface KindPath {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** What all views share. */
export interface SharedState {
  /** Only this namespace. */
  readonly namespace?: string;
  /** A resource version of the history: the cluster as it was then. */
  readonly at?: string;
}

/** Reads the fragment of an address; an empty one leads home. */
export function parseRoute(fragment: string): Route {
  const [path = '', query = ''] = fragment.replace(/^#/, '').split('?', 2);
  const parameters = new URLSearchParams(query);
  const one = (name: string): string | undefined => parameters.get(name) ?? undefined;
  const [view, ...rest] = path.split('/').slice(1).map(decode);
  const shared = defined({ namespace: one('namespace'), at: one('at') });
  const [group = '', version, resource, namespace, name] = rest;
  if (view === 'objects' && version !== undefined && resource !== undefined) {
    const kind = { group: group === CORE ? '' : group, version, resource };
    if (name !== undefined)
      return {
        view: 'object',
        ...kind,
        name,
        ...shared,
        ...defined({ objectNamespace: namespace === NO_NAMESPACE ? undefined : namespace, tab: one('tab') }),
      };
    const wide = one('wide') === '1' ? true : undefined;
    return { view: 'objects', ...kind, ...shared, ...defined({ filter: one('filter'), sort: one('sort'), wide }) };
  }
  if (view === 'operator') {
    const chosen = { tab: one('tab'), controller: one('controller'), key: one('key'), run: one('run') };
    return { view, ...shared, ...defined(chosen) };
  }
  if (view === 'history') return { view, ...shared };
  if (view === undefined || view === '') return { view: 'home', ...shared };
  return { view: 'unknown', path, ...shared };
}

/** The fragment of a route: `#/objects/apps/v1/deployments?namespace=web`. */
export function formatRoute(route: Route): string {
  if (route.view === 'unknown') return `#${route.path}`;
  const { path, query } = partsOf(route);
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ namespace: route.namespace, at: route.at, ...query })) {
    if (value !== undefined && value !== '') parameters.set(name, value);
  }
  const text = parameters.toString();
  return `#/${path.map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`;
}

/** In paths the core group has a name, and objects without a namespace a sign that no namespace has. */
const CORE = 'core';
const NO_NAMESPACE = '-';

function partsOf(route: Exclude<Route, UnknownRoute>): { path: string[]; query: Record<string, string | undefined> } {
  if (route.view === 'home') return { path: [], query: {} };
  if (route.view === 'history') return { path: ['history'], query: {} };
  if (route.view === 'operator') {
    const { tab, controller, key, run } = route;
    return { path: ['operator'], query: { tab, controller, key, run } };
  }
  const kind = ['objects', route.group === '' ? CORE : route.group, route.version, route.resource];
  if (route.view === 'objects')
    return { path: kind, query: { filter: route.filter, sort: route.sort, wide: route.wide ? '1' : undefined } };
  return { path: [...kind, route.objectNamespace ?? NO_NAMESPACE, route.name], query: { tab: route.tab } };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Leaves out what is undefined, as exact optional properties want it. */
function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
