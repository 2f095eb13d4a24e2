import { testAreas } from '../../test-areas.ts';
import { auditAreas } from './index.ts';

testAreas(auditAreas);
