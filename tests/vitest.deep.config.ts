import { testsBesides } from './vitest.config.ts';

export default testsBesides([]);
