import type { JsonObject, JsonValue } from '../../../json.ts';
import type { Step } from '../scenario.ts';

type Options = Pick<Step, 'force' | 'subresource' | 'apiVersion'>;
type StepOf<Body> = (manager: string, body: Body, options?: Options) => Step;

const step =
  <Body extends JsonValue>(verb: Step['verb']): StepOf<Body> =>
  (manager, body, options = {}) => ({ verb, manager, body, ...options });

export const create: StepOf<JsonObject> = step('create');
export const update: StepOf<JsonObject> = step('update');
export const apply: StepOf<JsonObject> = step('apply');
export const merge: StepOf<JsonObject> = step('merge');
export const json: StepOf<JsonValue[]> = step('json');
export const strategic: StepOf<JsonObject> = step('strategic');

export const force: Options = { force: true };
export const onStatus: Options = { subresource: 'status' };
export const onScale: Options = { subresource: 'scale' };

export const spec = (content: JsonObject): JsonObject => ({ spec: content });
export const status = (content: JsonObject): JsonObject => ({ status: content });
