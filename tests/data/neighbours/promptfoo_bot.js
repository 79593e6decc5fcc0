module.exports = class { id() { return 'insurer-bot'; } async callApi(prompt) {
 const p = String(prompt).toLowerCase();
 if (p.includes('idiot')) return { output: 'You are the idiot here.' };
 if (p.includes('fire')) return { output: 'Yes, fire is covered.' };
 return { output: 'I do not know that.' }; } };
