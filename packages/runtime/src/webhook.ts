// Admission and conversion webhooks, and the server that serves them. `runManager` and everything else that an operator
// needs are in the main entry: a program without webhooks does not load this one.
export {
  type AdmissionContext,
  type AdmissionHandler,
  admissionHandler,
} from './webhook/admission/admission-handler.ts';
export type { AdmissionRequest, AdmissionUser } from './webhook/admission/admission-request.ts';
export { type AdmissionResponse, allowed, denied, errored, patched } from './webhook/admission/admission-response.ts';
export { multiMutating, multiValidating } from './webhook/admission/multi-handlers.ts';
export type {
  AdmittedObject,
  Defaulter,
  OldObjectContext,
  Validator,
  Verdict,
  WebhookContext,
} from './webhook/admission/object-hooks.ts';
export { conversionHandler } from './webhook/conversion/conversion-handler.ts';
export { type Converter, type ConverterRegistry, createConverterRegistry } from './webhook/conversion/converter.ts';
export {
  type Converted,
  type Convertible,
  hubSpokeConverter,
  spoke,
  type Spoke,
  type SpokeConversion,
} from './webhook/conversion/hub-spoke-converter.ts';
export { type WebhookBuilder, type WebhookDescription, webhookFor } from './webhook/webhook-builder.ts';
export type { WebhookHandler } from './webhook/http/webhook-handler.ts';
export type { WebhookMetrics } from './webhook/http/webhook-metrics.ts';
export { createWebhookServer, type WebhookServer, type WebhookServerOptions } from './webhook/webhook-server.ts';
