import { createStore, type Store } from '../store/create-store.ts';
import { useStore } from '../store/use-store.ts';
import { formatRoute, parseRoute, type Route } from './route.ts';

const current: Store<Route> = createStore(parseRoute(globalThis.location?.hash ?? ''));

/** Follows the address of the page from now on. */
export function followLocation(): void {
  current.set(parseRoute(location.hash));
  addEventListener('hashchange', () => {
    current.set(parseRoute(location.hash));
  });
}

/** Goes to a route; Back leads back. */
export function go(route: Route): void {
  location.hash = formatRoute(route);
}

/** Changes the address without a step for Back: for what is typed or dragged. */
export function replaceRoute(route: Route): void {
  history.replaceState(null, '', formatRoute(route));
  current.set(parseRoute(location.hash));
}

/** The route now. */
export function currentRoute(): Route {
  return current.get();
}

/** The route; the component renders again when it changes. */
export function useRoute(): Route {
  return useStore(current);
}
