import type { Area } from '../../sequence.ts';
import { addresses } from './addresses.ts';
import { bodies } from './bodies.ts';
import { encodings } from './encodings.ts';
import { negotiation } from './negotiation.ts';
import { protobuf } from './protobuf.ts';
import { protocol } from './protocol.ts';
import { statuses } from './statuses.ts';
import { unusualBodies } from './unusual-bodies.ts';
import { fieldValidation } from './validation.ts';
import { writeOptions } from './write-options.ts';

/** What all requests have in common. */
export const protocolAreas: readonly Area[] = [
  protocol,
  addresses,
  negotiation,
  bodies,
  unusualBodies,
  fieldValidation,
  writeOptions,
  encodings,
  protobuf,
  statuses,
];
