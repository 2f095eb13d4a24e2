// Definitions and objects that are made to take long: for tests, and for `npm run bench -- hostile`.
export { hostileDefinitions } from './hostile-definitions.ts';
export { hostileObjects, hostileWidgets } from './hostile-objects.ts';
