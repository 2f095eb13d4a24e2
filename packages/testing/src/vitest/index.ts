/**
 * A reporter for vitest: which permissions of the operator's role the tests used. For `vitest.config.ts`:
 *
 * ```ts
 * export default defineConfig({ test: { reporters: ['default', permissionReporter()] } });
 * ```
 *
 * @module
 */
export { permissionReporter } from './permission-reporter.ts';
