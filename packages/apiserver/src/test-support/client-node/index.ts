import { KubeConfig } from '@kubernetes/client-node';
import { widgetDefinition } from '../wire.ts';
import { apiCases, type ClientNodeCase } from './cases.ts';
import { watchCases } from './watch-cases.ts';

/** All cases of client-node, for any API server. */
export const clientNodeCases: readonly ClientNodeCase[] = [...apiCases, ...watchCases];

/** The CustomResourceDefinition that cases need. */
export const widgetDefinitionOfCases = (): object => widgetDefinition();

/** Returns client-node's configuration from a kubeconfig file. */
export function configOf(file: string): KubeConfig {
  const config = new KubeConfig();
  config.loadFromFile(file);
  return config;
}
