/**
 * Sequences of requests, what kube-apiserver answered to them, and how both are compared: for the tests of this
 * package, and for the tools that record and compare with a real server. Not published.
 *
 * @module
 */
export { createArrivals } from './arrivals.ts';
export {
  type AreaResult,
  compareAreas,
  fullNameOf,
  type PlayedSequences,
  wantedSequences,
  type WantedSequences,
} from './compare-areas.ts';
export { compareAnswers, type Difference } from './compare.ts';
export { compareDocuments, recordDocuments } from './documents/compare-documents.ts';
export { documentParts } from './documents/document-parts.ts';
export { type Documents, fetchDocuments } from './documents/fetch-documents.ts';
export { embeddedRequester } from './embedded-requester.ts';
export { podWithAddress, rawHeads, recordRawHeads } from './heads/raw-heads.ts';
export { knownDifferences } from './known-differences.ts';
export { answerLabAdmission, labAdmissionPaths } from './lab/lab-admission.ts';
export { createLabCertificates, type LabCertificates } from './lab/lab-certificates-adapter.ts';
export { webhookKubeconfigFile } from './lab/webhook-kubeconfig-adapter.ts';
export { answerLabWebhook, type LabAnswer } from './lab/lab-webhook.ts';
export { prepare } from './prepare.ts';
export { readRecording, type Recording, recordingNameOf, recordingsFolder, writeRecording } from './recordings.ts';
export { type Pace, runSequence } from './run-sequence.ts';
export {
  type Answer,
  type Area,
  type AreaServer,
  type AuditedEvent,
  type LabWebhook,
  type OpenAnswer,
  type RawAnswer,
  type RawRequest,
  type Requester,
  type RequestStep,
  type Sequence,
  type Step,
  withoutControllers,
} from './sequence.ts';
export { areas } from './sequences/index.ts';
export { mergePatch, post, sequence } from './steps.ts';
export { answerLabExtension } from './lab/lab-extension.ts';
