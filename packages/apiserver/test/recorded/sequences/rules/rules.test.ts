import { testAreas } from '../../test-areas.ts';
import { ruleAreas } from './index.ts';

testAreas(ruleAreas);
