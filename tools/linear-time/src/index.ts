export { type Attack, attacks, attackText, randomAttack } from './attacks.ts';
export { type Excess, excessOf, type Growth } from './growth.ts';
export { findSlowAttack, type Reader } from './find-slow-attack.ts';
