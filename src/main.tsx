import '#ui/fonts.css';
import { start } from '#app/start.ts';

const root = document.getElementById('root');
if (root) void start(root);
