import { runManager } from '@kb/runtime';
import { controllers } from './controllers.ts';

// Runs every controller of this package until a signal stops the process. "--help" lists the flags.
process.exitCode = await runManager({ controllers, leaderElectionId: 'appservice.example.com' });
