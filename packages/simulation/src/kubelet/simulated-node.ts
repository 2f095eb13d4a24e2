import type { SimulationContext } from '../api/simulation-context.ts';
import { runBinder } from '../scheduler/scheduler.ts';
import { runNodeRegistration } from './node-registration.ts';
import { nodeSettings, type SimulatedNodeOptions } from './node-options.ts';
import { runPods } from './pod-runner.ts';

/** Runs a node: its Node object and Lease, a scheduler that knows this one node, and a kubelet without containers. */
export function runSimulatedNode(context: SimulationContext, options: SimulatedNodeOptions = {}): void {
  const settings = nodeSettings(options);
  const client = context.client('kubelet');
  runNodeRegistration(context, client, settings);
  runBinder(context, settings);
  runPods(context, client, settings);
}
