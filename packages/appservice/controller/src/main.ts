import { runManager } from '@kb/runtime';
import { controllers } from './controllers.ts';

// Runs every controller of this package until the process is told to end. "--help" lists the flags.
process.exitCode = await runManager({ controllers, leaderElectionId: 'appservice.example.com' });
