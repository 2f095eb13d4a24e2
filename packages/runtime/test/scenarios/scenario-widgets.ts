import type { ScenarioEnvironment } from './scenario.ts';
import { type Widget, widgets } from '../../src/test-support/widgets.ts';

/** Creates a Widget in the scenario's namespace, and lets what is ready run. */
export async function createWidget(
  environment: ScenarioEnvironment,
  name: string,
  spec: Widget['spec'] = {},
): Promise<Widget> {
  const { client, namespace } = environment;
  const made = await client.create(widgets, { metadata: { name, namespace }, spec });
  await environment.settle();
  return made;
}

/** Gives a Widget another size, which is an event, and lets what is ready run. */
export async function resizeWidget(environment: ScenarioEnvironment, name: string, size: number): Promise<void> {
  const { client, namespace } = environment;
  await client.patch(widgets, { namespace, name }, { type: 'merge', value: { spec: { size } } });
  await environment.settle();
}
